import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { accept, inviteByEmail, openHelp, postForm } from "../../../../tests/support/helpers.ts";
import {
  confirmEmail,
  newAccount,
  signUp,
  signUpConfirmed,
} from "../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { minutes } from "../../../platform/contract/durations.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { mergeAccounts } from "../../customers/server/merges/merge-accounts.ts";
import { undoMerge } from "../../customers/server/merges/undo-merge.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { helpingPath } from "../contract/helpers.ts";

const byCode = { _act: "invite-by-code", name: "Ann Lee", relation: "Friend", requests: "on" };
const codeIn = (html: string) => /\b[A-Z0-9]{5}-[A-Z0-9]{5}\b/.exec(html)?.[0] ?? "";

async function openRosa(testApp: TestApp, firstName = "Rosa") {
  return signUpConfirmed(testApp, { firstName, email: "rosa@example.com" });
}

const subjects = async ({ database }: TestApp, kind: string) =>
  (await readEmails(database))
    .filter((email) => email.kind === kind)
    .map(({ recipient, subject }) => [recipient, subject]);

describeEachDialect("invitations of helpers", (_open, createDatabase) => {
  test("are for the confirmed address that they were sent to, and a code for whoever is told it", async () => {
    const testApp = await openTestApp(createDatabase);
    const rosa = await openRosa(testApp);
    const token = await inviteByEmail(testApp, rosa, "maria@example.com");
    const eve = await signUpConfirmed(testApp, { email: "eve@example.com" });
    const maria = await signUp(testApp.app, { email: "maria@example.com" });
    const url = `${paths.helping}?invitation=${token}`;
    const obstacles = [
      [eve, "This invitation is for the email m•••@example.com."],
      [maria, "Confirm the email of your account first"],
    ] as const;
    for (const [by, obstacle] of obstacles) {
      const page = await by.request("GET", url);
      expect([page.body.includes(obstacle), page.body.includes('value="accept"')]).toEqual([
        true,
        false,
      ]);
      const answer = await postForm(by, paths.helping, { _act: "accept", code: token });
      expect([answer.statusCode, answer.body.includes(obstacle)]).toEqual([422, true]);
    }
    await confirmEmail(testApp, maria);
    await accept(maria, token);
    const code = codeIn((await postForm(rosa, paths.helpers, byCode)).body);
    await accept(eve, code);
  });

  test("are answered once, by one of two at the same time", async () => {
    const testApp = await openTestApp(createDatabase);
    const rosa = await openRosa(testApp);
    const { db } = testApp.database;
    const [ann, eve] = [
      await signUpConfirmed(testApp, { email: "ann@example.com" }),
      await signUpConfirmed(testApp, { email: "eve@example.com" }),
    ];
    for (const second of ["accept", "decline", "take-back"]) {
      const code = codeIn((await postForm(rosa, paths.helpers, byCode)).body);
      const open = db.selectFrom("helpers").select("id").where("accepted_at", "is", null);
      const { id } = await open.where("ended_at", "is", null).executeTakeFirstOrThrow();
      const decided = await Promise.all([
        postForm(ann, paths.helping, { _act: "accept", code }),
        second === "take-back"
          ? postForm(rosa, paths.helpers, { _act: second, _id: id })
          : postForm(eve, paths.helping, { _act: second, code }),
      ]);
      const row = db.selectFrom("helpers").selectAll().where("id", "=", id);
      const { accepted_at: at, ended_at: end, secret_hash } = await row.executeTakeFirstOrThrow();
      const logins = await db
        .selectFrom("helper_logins")
        .select("uid")
        .where("id", "=", id)
        .execute();
      expect([secret_hash, logins.length]).toEqual([null, at === null ? 0 : 1]);
      const done = decided.filter(({ statusCode }) => statusCode === 303);
      if (second === "accept") expect(done).toHaveLength(1);
      expect(at !== null || end !== null).toBe(true);
      await postForm(rosa, paths.helpers, { _act: "end", _id: id });
    }
  });

  test("need a confirmed email and, a while after the login, the password", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, database } = testApp;
    const rosa = await signUp(testApp.app, { firstName: "Rosa", email: "rosa@example.com" });
    const post = async (fields: Readonly<Record<string, string>>) => {
      const { statusCode, body } = await postForm(rosa, paths.helpers, fields);
      return {
        statusCode,
        body,
        code: codeIn(body),
        asks: body.includes("make sure that it is you"),
      };
    };
    expect((await post(byCode)).body).toContain("Confirm your own email first.");
    await confirmEmail(testApp, rosa);
    clock.now += minutes(11);
    const asked = await post(byCode);
    expect([asked.statusCode, asked.asks, asked.code]).toEqual([403, true, ""]);
    expect(asked.body).toContain('name="name" value="Ann Lee"');
    const wrong = await post({ ...byCode, password: "wrong" });
    expect([wrong.statusCode, wrong.asks, wrong.code]).toEqual([422, true, ""]);
    expect(wrong.body).not.toContain('value="wrong"');
    expect(await database.db.selectFrom("helpers").select("id").execute()).toEqual([]);
    const right = await post({ ...byCode, password: newAccount.password });
    expect([right.statusCode, right.code === ""]).toEqual([200, false]);
    const { id } = await database.db.selectFrom("helpers").select("id").executeTakeFirstOrThrow();
    expect((await post({ _act: "again", _id: id })).code).not.toBe("");
    clock.now += minutes(11);
    for (const act of ["again", "on"]) {
      expect((await post({ _act: act, _id: id, _part: "asks" })).asks).toBe(true);
    }
    expect((await post({ _act: "off", _id: id, _part: "requests" })).statusCode).toBe(200);
    expect((await post({ _act: "take-back", _id: id })).statusCode).toBe(303);
  });

  test("name strangers nothing but a name", async () => {
    const testApp = await openTestApp(createDatabase);
    const { database } = testApp;
    const rosa = await openRosa(testApp, "Rosa-María O’Neil");
    await inviteByEmail(testApp, rosa, "a@example.com");
    for (const first_name of ["Win 1000 at www.example.net", "x".repeat(31), "Rosa."]) {
      await database.write(async (trx) => {
        await trx.updateTable("profiles").set({ first_name }).execute();
        await trx.updateTable("helpers").set({ ended_at: 1 }).execute();
      });
      await inviteByEmail(testApp, rosa, "a@example.com");
    }
    const told = (await subjects(testApp, "helper-invitation")).map(([, subject]) => subject);
    expect(told.map((subject) => subject?.split(" asks")[0])).toEqual([
      "Rosa-María O'Neil",
      "Someone",
      "Someone",
      "Someone",
    ]);
  });

  test("end with an account that is merged into another, as do its helps", async () => {
    const testApp = await openTestApp(createDatabase);
    const { database, clock } = testApp;
    const { rosa, maria, id } = await openHelp(testApp);
    const walter = await signUpConfirmed(testApp, { firstName: "Walter", email: "w@example.com" });
    const kept = await accept(maria, await inviteByEmail(testApp, walter, "maria@example.com"));
    await inviteByEmail(testApp, rosa, "open@example.com");
    const pair = { kept: walter.uid, other: rosa.uid };
    const acting = { by: commandLine, now: clock.now };
    await database.write((trx) => mergeAccounts(pair, { trx, ...acting }));
    const seen = async (help: string) => (await maria.request("GET", helpingPath(help))).statusCode;
    expect([await seen(id), await seen(kept)]).toEqual([403, 200]);
    expect((await subjects(testApp, "helper-ended")).sort()).toEqual([
      ["maria@example.com", "Your help for Rosa has ended"],
      ["rosa@example.com", "Maria no longer helps you"],
    ]);
    await database.write((trx) => undoMerge(rosa.uid, { trx, ...acting }));
    expect([await seen(id), await seen(kept)]).toEqual([403, 200]);
    // Nor does another person's account gain what Maria could do.
    const other = await signUpConfirmed(testApp, { firstName: "Other", email: "o@example.com" });
    const both = { kept: other.uid, other: maria.uid };
    await database.write((trx) => mergeAccounts(both, { trx, ...acting }));
    expect((await other.request("GET", helpingPath(kept))).statusCode).toBe(403);
  });
});
