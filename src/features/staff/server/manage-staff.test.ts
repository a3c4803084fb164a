import { expect, test } from "vitest";
import { findBrokenRows } from "../../../../tests/support/broken-rows.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import {
  deskBrowser,
  readAudit,
  type SignedInStaff,
  signInStaff,
} from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import {
  type AnyEndpoint,
  readEndpoint,
  withId,
} from "../../../platform/contract/define-endpoint.ts";
import {
  deskLoginEndpoints as auth,
  staffEndpoints as ends,
} from "../../../platform/contract/desk/staff.ts";
import { days, minutes } from "../../../platform/contract/durations.ts";
import { issueStaffLink } from "./sign-in/staff-tokens.ts";

const ruth = { name: "Ruth Calder", email: "ruth@example.com", roles: ["recruiter"] };

function call({ request }: SignedInStaff, endpoint: AnyEndpoint, id = "", body?: object) {
  const { method, path } = readEndpoint(withId(endpoint, id));
  return request(method, path, body);
}

describeEachDialect("managing staff", (_open, createDatabase) => {
  const listOf = async (admin: SignedInStaff) => (await call(admin, ends.list)).json().staff;

  test("an admin invites, sends again and withdraws; a new link voids the old one", async () => {
    const desk = await openTestApp(createDatabase);
    const admin = await signInStaff(desk, ["admin"], "Imani Bell");
    const invited = await call(admin, ends.invite, "", { ...ruth, name: "Ruth\u200b  Calder" });
    expect(invited.statusCode).toBe(201);
    const tokenOf = (link: string) => link.split("/desk/join#")[1] ?? "";
    const first = tokenOf(invited.json().link);
    const [member] = (await listOf(admin)).filter(
      (one: { name: string }) => one.name === ruth.name,
    );
    expect(member).toEqual({
      id: expect.any(String),
      ...ruth,
      state: "invited",
      secondFactor: null,
      lastSeenAt: null,
      invitation: {
        sentAt: new Date(desk.clock.now).toISOString(),
        by: "Imani Bell",
        expiresAt: new Date(desk.clock.now + days(7)).toISOString(),
      },
    });
    expect((await call(admin, ends.colleagues)).json().colleagues).toEqual([
      { id: admin.id, name: "Imani Bell", roles: ["admin"] },
    ]);
    const second = tokenOf((await call(admin, ends.inviteAgain, member.id)).json().link);
    const browser = deskBrowser(desk);
    const read = async (token: string) =>
      (await browser.call(auth.readInvitation, { token })).statusCode;
    expect([await read(first), await read(second)]).toEqual([410, 200]);
    expect(
      (await readEmails(desk.database)).map(({ kind, recipient }) => [kind, recipient]),
    ).toEqual([
      ["staff-invitation", ruth.email],
      ["staff-invitation", ruth.email],
    ]);
    expect((await call(admin, ends.withdrawInvitation, member.id)).statusCode).toBe(200);
    expect([await read(second), (await listOf(admin)).length]).toEqual([410, 1]);
    expect(await readAudit(desk)).toEqual([
      ["staff", "Imani Bell", `Invited ${ruth.email} as Recruiter`, "Staff"],
      ["staff", "Imani Bell", `Invited ${ruth.email} again`, "Staff"],
      ["staff", "Imani Bell", `Took back the invitation of ${ruth.email}`, "Staff"],
    ]);
  });

  test("invitations need a name, an unused email, and a role", async () => {
    const desk = await openTestApp(createDatabase);
    const admin = await signInStaff(desk, ["admin"], "Imani Bell");
    const wrong = await call(admin, ends.invite, "", { name: " ", email: "ruth@", roles: [] });
    expect(Object.keys(wrong.json().fields)).toEqual(["name", "email", "roles"]);
    const taken = { ...ruth, email: "IMANI.BELL@example.com" };
    expect((await call(admin, ends.invite, "", taken)).json().code).toBe("already-staff");
    for (const roles of [["owner"], "admin", undefined, [1]]) {
      expect((await call(admin, ends.invite, "", { ...ruth, roles })).statusCode).toBe(400);
    }
    const twice = await Promise.all([1, 2].map(() => call(admin, ends.invite, "", ruth)));
    expect(twice.map((answer) => answer.statusCode).toSorted()).toEqual([201, 409]);
  });

  test("changed roles apply from the next request, with an email and both values in the audit log", async () => {
    const desk = await openTestApp(createDatabase);
    const admin = await signInStaff(desk, ["admin"], "Imani Bell");
    const paul = await signInStaff(desk, ["agent"], "Paul Eriksen");
    expect((await call(paul, ends.list)).statusCode).toBe(403);
    const roles = ["privacy", "admin", "privacy"];
    expect((await call(admin, ends.changeRoles, paul.id, { roles })).statusCode).toBe(200);
    expect((await call(paul, ends.list)).statusCode).toBe(200);
    expect((await readAudit(desk)).at(-1)).toEqual([
      "staff",
      "Imani Bell",
      "Roles of paul.eriksen@example.com: Agent to Privacy, Admin",
      "Staff",
    ]);
    expect((await readEmails(desk.database)).at(-1)?.text).toContain("Privacy, Admin");
    const none = await call(admin, ends.changeRoles, paul.id, { roles: [] });
    expect(none.json().code).toBe("invalid");
    expect((await call(admin, ends.changeRoles, "nobody", { roles })).statusCode).toBe(404);
  });

  test("disabled staff are logged out at once and can log in again once enabled", async () => {
    const desk = await openTestApp(createDatabase);
    const admin = await signInStaff(desk, ["admin"], "Imani Bell");
    const paul = await signInStaff(desk, ["agent"], "Paul Eriksen");
    await desk.database.write((trx) =>
      issueStaffLink(trx, "new-password", paul.id, desk.clock.now),
    );
    expect((await call(admin, ends.disable, paul.id)).statusCode).toBe(200);
    expect(await findBrokenRows(desk.database)).toEqual([]);
    expect((await call(paul, ends.colleagues)).statusCode).toBe(401);
    expect((await call(admin, ends.colleagues)).json().colleagues).toHaveLength(1);
    expect((await call(admin, ends.enable, paul.id)).statusCode).toBe(200);
    // The session remains ended.
    expect((await call(paul, ends.colleagues)).statusCode).toBe(401);
  });

  test("a reset second factor ends sessions and asks for a new one", async () => {
    const desk = await openTestApp(createDatabase);
    const admin = await signInStaff(desk, ["admin"], "Imani Bell");
    const paul = await signInStaff(desk, ["agent"], "Paul Eriksen");
    expect((await call(admin, ends.resetSecondFactor, admin.id)).json().code).toBe(
      "own-second-factor",
    );
    expect((await call(admin, ends.resetSecondFactor, paul.id)).statusCode).toBe(200);
    expect((await call(paul, ends.colleagues)).statusCode).toBe(401);
    const member = (await listOf(admin)).find((one: { id: string }) => one.id === paul.id);
    expect(member).toMatchObject({ state: "active", secondFactor: null });
    expect((await readEmails(desk.database)).at(-1)).toMatchObject({
      kind: "staff-notice",
      recipient: "paul.eriksen@example.com",
    });
  });

  test("the last active admin is kept, even when two admins remove each other at once", async () => {
    const desk = await openTestApp(createDatabase);
    const imani = await signInStaff(desk, ["admin"], "Imani Bell");
    const roles = ["agent"];
    for (const answer of [
      await call(imani, ends.disable, imani.id),
      await call(imani, ends.changeRoles, imani.id, { roles }),
    ]) {
      expect(answer.json().code).toBe("last-admin");
    }
    // An admin who was only invited, or is disabled, does not count.
    await call(imani, ends.invite, "", { ...ruth, roles: ["admin"] });
    const paul = await signInStaff(desk, ["admin"], "Paul Eriksen");
    expect((await call(imani, ends.disable, paul.id)).statusCode).toBe(200);
    expect((await call(imani, ends.disable, imani.id)).json().code).toBe("last-admin");
    for (let round = 0; round < 3; round += 1) {
      const gil = await signInStaff(desk, ["admin"], `Gil ${round}`);
      const answers = await Promise.all([
        call(imani, ends.changeRoles, gil.id, { roles }),
        call(gil, ends.changeRoles, imani.id, { roles }),
      ]);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      const active = (await desk.database.db.selectFrom("staff").selectAll().execute()).filter(
        ({ joined_at, disabled_at, roles }) =>
          joined_at !== null && disabled_at === null && roles.includes("admin"),
      );
      expect(active).toHaveLength(1);
      await desk.database.write((trx) =>
        trx
          .updateTable("staff")
          .set({ roles: JSON.stringify(["admin"]) })
          .where("id", "=", imani.id)
          .execute(),
      );
      await desk.database.write((trx) =>
        trx.updateTable("staff").set({ disabled_at: 1 }).where("id", "=", gil.id).execute(),
      );
    }
  });

  test("after fifteen minutes changes ask for the second factor again", async () => {
    const desk = await openTestApp(createDatabase);
    const admin = await signInStaff(desk, ["admin"], "Imani Bell");
    desk.clock.now += minutes(15) + 1;
    expect((await call(admin, ends.list)).statusCode).toBe(200);
    const late = await call(admin, ends.invite, "", ruth);
    expect(late.json().code).toBe("confirm-needed");
    expect(await readAudit(desk)).toEqual([]);
  });

  test("somebody without the role is rejected, which is audited", async () => {
    const desk = await openTestApp(createDatabase);
    const paul = await signInStaff(desk, ["agent"], "Paul Eriksen");
    expect((await call(paul, ends.invite, "", ruth)).statusCode).toBe(403);
    expect((await readAudit(desk)).at(-1)?.[0]).toBe("refused");
  });
});
