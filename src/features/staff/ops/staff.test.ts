import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { deskBrowser, readAudit, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { deskLoginEndpoints as auth } from "../../../platform/contract/desk/staff.ts";

const email = "ruth@example.com";

describeEachDialect("the operator and staff", (_open, createDatabase) => {
  async function openDesk() {
    const options = await createDatabase("with tables");
    const desk = await openTestApp(async () => options);
    const env = { PUBLIC_URL: "https://www.example.com" };
    const run = (...args: string[]) => runOps({ ...options, env }, "staff", ...args);
    return { desk, options, run };
  }

  const add = ["add", "--email", email, "--name", "Ruth Calder", "--role", "recruiter,privacy"];

  test("invites the first admin or anybody, by email and with a printed link", async () => {
    const { desk, run } = await openDesk();
    const dry = await run(...add, "--dry-run");
    expect(dry).toEqual({
      code: 0,
      stdout: `(dry run, nothing changed) An invitation is sent to ${email}.\n`,
      stderr: "",
    });
    expect((await run("list")).stdout).toBe("There are no staff members yet.\n");
    const { stdout } = await run(...add);
    const token = /^https:\/\/www\.example\.com\/desk\/join#(\S+)$/m.exec(stdout)?.[1] ?? "";
    // The commands read the real clock.
    desk.clock.now = Date.now();
    const link = await deskBrowser(desk).call(auth.readInvitation, { token });
    expect(link.json()).toEqual({ purpose: "join", name: "Ruth Calder", email });
    expect(await readEmails(desk.database)).toMatchObject([
      { kind: "staff-invitation", recipient: email, text: expect.stringContaining(token) },
    ]);
    expect((await run("list")).stdout).toBe(
      `${email}\tRuth Calder\trecruiter,privacy\tinvited\tno second factor\tnever seen\n`,
    );
    expect((await run("invite", "--email", email)).code).toBe(0);
    expect((await deskBrowser(desk).call(auth.readInvitation, { token })).statusCode).toBe(410);
    expect(await readAudit(desk)).toEqual([
      ["staff", "Command line", `Invited ${email} as Recruiter, Privacy`, "Staff"],
      ["staff", "Command line", `Invited ${email} again`, "Staff"],
    ]);
  });

  test("changes roles, disables, enables and resets the second factor", async () => {
    const { desk, run } = await openDesk();
    desk.clock.now = Date.now();
    await signInStaff(desk, ["admin"], "Imani Bell");
    const paul = await signInStaff(desk, ["agent"], "Paul Eriksen");
    const whom = ["--email", "PAUL.eriksen@example.com"];
    const isIn = async () => (await paul.request("GET", "/api/desk/session")).json().state;
    expect((await run("roles", ...whom, "--role", "viewer,agent", "--dry-run")).code).toBe(0);
    expect((await run("roles", ...whom, "--role", "viewer,agent")).code).toBe(0);
    expect((await paul.request("GET", "/api/desk/session")).json().person.roles).toEqual([
      "viewer",
      "agent",
    ]);
    expect((await run("reset-second-factor", ...whom)).code).toBe(0);
    expect(await isIn()).toBe("signed-out");
    expect((await run("disable", ...whom)).code).toBe(0);
    expect((await run("list")).stdout).toContain("\tviewer,agent\tdisabled\tno second factor\t");
    expect((await run("enable", ...whom)).code).toBe(0);
    expect((await readAudit(desk)).map(([, actor, what]) => `${actor}: ${what}`)).toEqual([
      "Command line: Roles of paul.eriksen@example.com: Agent to Viewer, Agent",
      "Command line: Reset the second factor of paul.eriksen@example.com",
      "Command line: Disabled paul.eriksen@example.com",
      "Command line: Enabled paul.eriksen@example.com",
    ]);
  });

  test("rejects the last admin's removal, unknown people and roles, and incomplete commands", async () => {
    const { desk, options, run } = await openDesk();
    await signInStaff(desk, ["admin"], "Imani Bell");
    const imani = ["--email", "imani.bell@example.com"];
    for (const [args, said] of [
      [["disable", ...imani], /needs at least one active admin/],
      [["roles", ...imani, "--role", "agent"], /needs at least one active admin/],
      [["roles", ...imani, "--role", "owner"], /There is no role "owner"\. The roles are: viewer,/],
      [["disable", "--email", email], /No staff member has the email ruth@/],
      [["add", ...imani, "--name", "Imani", "--role", "agent"], /already uses this email/],
      [["add", "--email", "ruth", "--name", "R", "--role", "agent"], /^Email is invalid\.\n$/],
      [["add", "--email", email], /^Name the staff member: staff add --email <email> --name/],
      [["remove", ...imani], /^Name the staff member/],
      [["list", ...imani], /^Name the staff member/],
    ] as const) {
      const { code, stdout, stderr } = await run(...args);
      expect([args, code, stdout]).toEqual([args, 1, ""]);
      expect(stderr).toMatch(said);
    }
    const noOrigin = await runOps({ ...options, env: { PUBLIC_URL: "" } }, "staff", ...add);
    expect(noOrigin.stderr).toBe("Set PUBLIC_URL: the emailed link contains it.\n");
    expect(await readAudit(desk)).toEqual([]);
  });
});
