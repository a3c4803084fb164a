import { setTimeout as wait } from "node:timers/promises";
import type { Transaction } from "kysely";
import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import {
  addCaller,
  callerAnswers,
  passCheck,
  sendAbout,
} from "../../../../../tests/support/callers.ts";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { newAccount, type SignedIn, signUp } from "../../../../../tests/support/portal.ts";
import { makeRequest, makeSubmission } from "../../../../../tests/support/rows.ts";
import { readAudit, type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { days, minutes } from "../../../../platform/contract/durations.ts";
import {
  issueToken,
  revokeTokens,
} from "../../../../platform/server/credentials/one-time-tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { followDocuments } from "../../../requests/server/documents.ts";
import { commandLine } from "../../../staff/server/write-audit.ts";
import { saveConsent } from "../../../texts/server/consents.ts";
import { accountEndpoints } from "../../contract/account-actions.ts";
import { authExtras } from "../../contract/auth.ts";
import { customerEndpoints } from "../../contract/customers.ts";
import { mergeEndpoints as api, type MergePreview, mergeUndoDays } from "../../contract/merges.ts";
import { changeLoginEmail } from "../accounts/staff-email-change.ts";
import { mergeAccounts } from "../merges/merge-accounts.ts";
import { endMergeUndos } from "../merges/undo-merge.ts";
import { indexCustomers } from "./index-customers.ts";

const [rosaEmail, otherEmail] = ["rosa@example.com", "rosa.work@example.com"];
const { password } = newAccount;

interface Opened extends TestApp {
  /** The account that is kept, and the other one. */
  readonly rosa: SignedIn;
  readonly other: SignedIn;
  readonly imani: SignedInStaff;
}

/** Two accounts of Rosa, who has passed Imani's check for both. */
async function openChecked(createDatabase: Parameters<typeof openTestApp>[0]): Promise<Opened> {
  const testApp = await openTestApp(createDatabase);
  const rosa = await addCaller(testApp, rosaEmail);
  const other = await addCaller(testApp, otherEmail);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  await passCheck(imani, rosa.uid, callerAnswers(rosaEmail));
  await passCheck(imani, other.uid, callerAnswers(otherEmail));
  return { ...testApp, rosa, other, imani };
}

const preview = ({ imani, rosa, other }: Opened, staff = imani) =>
  sendAbout(staff, api.preview, rosa.uid, { other: other.uid });
const merge = ({ imani, rosa, other }: Opened, versions = { kept: 1, other: 1 }) =>
  sendAbout(imani, api.merge, rosa.uid, { other: other.uid, versions });
const undo = ({ imani, other }: Opened) => sendAbout(imani, api.undo, other.uid);
const read = async ({ imani, rosa }: Opened, uid = rosa.uid) =>
  (await sendAbout(imani, customerEndpoints.read, uid)).json();

const pay = (trx: Transaction<Database>, uid: string, accountId: string) =>
  trx
    .insertInto("payment_accounts")
    .values({
      uid,
      provider: "sandbox",
      account_id: accountId,
      created_at: 1,
      needs: "[]",
      needs_at: 1,
    })
    .execute();

const post = async ({ app }: TestApp, url: string, payload: object) =>
  (await app.inject({ method: "POST", url, payload })).json();
const logIn = (opened: TestApp, email: string) => post(opened, apiPaths.login, { email, password });

const newest = async ({ database }: TestApp, count = 1) =>
  (await readEmails(database)).slice(-count).map(({ kind, recipient, text }) => ({
    kind,
    recipient,
    text,
  }));

describeEachDialect("merging two accounts", (_open, createDatabase) => {
  test("needs a passed check for both accounts and the second factor", async () => {
    const opened = await openChecked(createDatabase);
    const { rosa, clock, imani } = opened;
    const paul = await signInStaff(opened, ["agent"], "Paul Eriksen");
    expect((await preview(opened, paul)).json().code).toBe("caller-unchecked");
    await passCheck(paul, rosa.uid, callerAnswers(rosaEmail));
    expect((await preview(opened, paul)).json()).toMatchObject({
      code: "caller-unchecked",
      message: "Check the caller for the other account too, on its page.",
    });
    // Nothing is known about it by which a caller could be checked.
    const { app } = opened;
    const empty = await signUp(app, { email: "rosa.new@example.com" });
    const found = await sendAbout(paul, api.preview, rosa.uid, { other: empty.uid });
    expect([found.statusCode, found.json().moves]).toEqual([200, []]);
    const said = { numberKey: "3035550101", state: "allowed", words: "Yes" } as const;
    const whose = { source: "settings", uid: empty.uid, staffId: null } as const;
    await opened.database.write((trx) => saveConsent(trx, { ...said, ...whose }, clock.now));
    const agreed = await sendAbout(paul, api.preview, rosa.uid, { other: empty.uid });
    expect(agreed.json().code).toBe("caller-unchecked");
    clock.now += minutes(16);
    expect((await sendAbout(imani, api.undo, rosa.uid)).json().code).toBe("confirm-needed");
  });

  test("shows what moves, moves it, ends the other login, and tells both addresses", async () => {
    const opened = await openChecked(createDatabase);
    const { database, rosa, other } = opened;
    await database.write(async (trx) => {
      const sent = makeSubmission({ email: otherEmail, reference: "24RD2C99" });
      await trx.insertInto("submissions").values(sent).execute();
    });
    const shown: MergePreview = (await preview(opened)).json();
    expect(shown).toMatchObject({
      kept: { id: rosa.uid, email: rosaEmail },
      other: { id: other.uid, email: otherEmail, version: 1 },
      moves: [{ name: "Requests", count: 1 }],
      obstacle: null,
    });
    expect((await merge(opened)).statusCode).toBe(200);

    const customer = await read(opened);
    expect(customer.email).toBe(rosaEmail);
    expect(customer.requests).toHaveLength(2);
    expect(customer.merged).toMatchObject([
      {
        id: other.uid,
        email: otherEmail,
        supportId: shown.other.supportId,
        mergedBy: "Imani Bell",
      },
    ]);
    const said = customer.timeline.map((line: { readonly what: string }) => line.what);
    const line = `Merged the account ${shown.other.supportId} into this one`;
    expect(said.filter((what: string) => /^Merged/.test(what))).toEqual([line]);
    const audited = (await readAudit(opened)).map(([, by, what, target]) => [by, target, what]);
    expect(audited.filter(([, , what]) => what?.startsWith("Merged"))).toEqual([
      ["Imani Bell", shown.kept.supportId, line],
      [
        "Imani Bell",
        shown.other.supportId,
        `Merged into the account ${shown.kept.supportId}, so that it ended`,
      ],
    ]);
    const told = await newest(opened, 2);
    expect(told).toMatchObject([
      { kind: "merged-with-other", recipient: rosaEmail },
      { kind: "merged-into-other", recipient: otherEmail },
    ]);
    expect(told[1]?.text).toContain("Log in with r•••@example.com from now on.");
    expect(told[1]?.text).toContain("call us: we can undo it for 30 days");

    expect((await other.request("GET", apiPaths.profile)).json().code).toBe("not-signed-in");
    expect(await logIn(opened, otherEmail)).toEqual(await logIn(opened, "none@example.com"));
    expect(await logIn(opened, rosaEmail)).toMatchObject({ state: "signed-in" });
    await post(opened, apiPaths.forgotPassword, { email: otherEmail });
    expect(await newest(opened)).toMatchObject([{ kind: "merged-address", recipient: otherEmail }]);
    // Two accounts from before addresses had one form: the address is also that of the kept one.
    await database.write((trx) =>
      trx
        .updateTable("accounts")
        .set({ shared_email_key: otherEmail })
        .where("uid", "=", rosa.uid)
        .execute(),
    );
    await post(opened, apiPaths.forgotPassword, { email: otherEmail });
    expect(await newest(opened)).toMatchObject([{ kind: "reset-password", recipient: rosaEmail }]);
    const again = await opened.app.inject({
      method: "POST",
      url: apiPaths.createAccount,
      payload: { ...newAccount, email: otherEmail },
    });
    expect(again.json().code).toBe("email-already-in-use");
  });

  test("the search finds the kept one by the former address, whose messages are theirs", async () => {
    const opened = await openChecked(createDatabase);
    const { database, clock, imani, rosa } = opened;
    const index = async () => {
      while (await indexCustomers({ database, now: () => clock.now }));
    };
    const { supportId } = await read(opened, opened.other.uid);
    await merge(opened);
    await index();
    const send = { name: "Rosa", email: otherEmail, message: "A question from my other address." };
    const sent = await submitForm(opened, send);
    await makeAllCases(opened);
    await index();
    for (const q of [otherEmail, supportId]) {
      const found = await imani.request("GET", `/api/desk/customers?q=${encodeURIComponent(q)}`);
      expect(found.json().customers, q).toMatchObject([{ id: rosa.uid, hasOpenMessage: true }]);
    }
    expect((await read(opened)).messages).toMatchObject([{ reference: sent }]);
    const person = await imani.request("GET", `/api/desk/people/${sent}`);
    expect(person.json()).toMatchObject({ account: { email: rosaEmail } });
    const gone = await sendAbout(imani, customerEndpoints.read, opened.other.uid);
    expect(gone.json()).toMatchObject({
      code: "not-found",
      message: expect.stringContaining("was merged into the account"),
      current: { customerId: rosa.uid },
    });
  });

  test("an undo makes the account again as it was; what was added since stays", async () => {
    const opened = await openChecked(createDatabase);
    const { database, other, rosa, clock } = opened;
    const before = await read(opened, other.uid);
    await merge(opened);
    const added = makeRequest(rosa.uid, { request_title: "Added since" });
    await database.write((trx) => trx.insertInto("completed_requests").values(added).execute());
    clock.now += minutes(1);
    expect((await undo(opened)).statusCode).toBe(200);
    const { timeline: _lines, check: _check, login, ...after } = await read(opened, other.uid);
    expect(before).toMatchObject(after);
    expect(login).toMatchObject({ ...before.login, sessions: [] });
    const titles = (await read(opened)).requests.map((one: { title: string }) => one.title);
    expect(titles.toSorted()).toEqual(["Added since", "Ride to the eye clinic"]);
    expect(await logIn(opened, otherEmail)).toMatchObject({ state: "signed-in" });
    expect(await newest(opened, 2)).toMatchObject([
      { kind: "merge-undone", recipient: rosaEmail },
      { kind: "merge-undone", recipient: otherEmail },
    ]);
    expect((await undo(opened)).json().code).toBe("not-found");
    expect((await merge(opened)).json().code).toBe("caller-unchecked");
  });

  test("an undo returns what was booked and paid since for the other account", async () => {
    const opened = await openChecked(createDatabase);
    const { database, other, rosa, clock } = opened;
    const { db, write } = database;
    const booked = makeRequest(other.uid, { id: "asked" });
    await write(async (trx) => {
      await trx.insertInto("completed_requests").values(booked).execute();
      await followDocuments(trx, other.uid, ["asked"], clock.now);
      await trx.updateTable("requests").set({ document_id: null }).execute();
      await trx.deleteFrom("completed_requests").where("id", "=", "asked").execute();
      await pay(trx, other.uid, "of other");
    });
    await merge(opened);
    await write(async (trx) => {
      const paid = { stripe_account_id: "of other" };
      await trx.updateTable("profiles").set(paid).where("uid", "=", rosa.uid).execute();
      await trx.updateTable("requests").set({ document_id: "asked" }).execute();
      const of = { ...booked, uid: rosa.uid };
      await trx.insertInto("completed_requests").values(of).execute();
    });
    await undo(opened);
    const documents = db.selectFrom("completed_requests").select("uid").where("id", "=", "asked");
    expect(await documents.execute()).toEqual([{ uid: other.uid }]);
    const paying = db
      .selectFrom("profiles")
      .select(["uid", "stripe_account_id as id"])
      .where("stripe_account_id", "is not", null);
    expect(await paying.execute()).toEqual([{ uid: other.uid, id: "of other" }]);
  });

  test("after its days an undo is over, and what only it needed is deleted", async () => {
    const opened = await openChecked(createDatabase);
    const { database, clock, other } = opened;
    await merge(opened);
    clock.now += days(mergeUndoDays) - 1;
    await endMergeUndos({ database, now: () => clock.now });
    const rows = database.db.selectFrom("merged_rows").select("id");
    expect((await rows.execute()).length).toBeGreaterThan(0);
    clock.now += 1;
    await endMergeUndos({ database, now: () => clock.now });
    expect(await rows.execute()).toEqual([]);
    const late = await signInStaff(opened, ["agent"], "Gil Moreno");
    expect((await sendAbout(late, api.undo, other.uid)).json()).toMatchObject({
      code: "not-allowed",
      message: expect.stringContaining("more than 30 days ago"),
    });
    expect(await logIn(opened, rosaEmail)).toMatchObject({ state: "signed-in" });
    const { merged } = (await sendAbout(late, customerEndpoints.read, opened.rosa.uid)).json();
    expect(merged).toMatchObject([{ email: otherEmail, undoUntil: null }]);
  });

  test("an account that changed meanwhile, or that something speaks against, is not merged", async () => {
    const opened = await openChecked(createDatabase);
    const { database, clock, imani, other, rosa } = opened;
    const obstacle = async () => (await preview(opened)).json().obstacle;
    const changes = { city: "Denver" };
    await sendAbout(imani, accountEndpoints.correct, other.uid, { version: 1, changes });
    expect((await merge(opened)).json().code).toBe("case-changed");
    const versions = { kept: 1, other: 2 };

    await database.write(async (trx) => {
      await pay(trx, other.uid, "of other");
      await pay(trx, rosa.uid, "of rosa");
    });
    expect(await obstacle()).toContain("Both accounts have a payment profile");
    await database.write((trx) =>
      trx.deleteFrom("payment_accounts").where("uid", "=", rosa.uid).execute(),
    );
    await sendAbout(imani, accountEndpoints.lock, rosa.uid, { reason: "A reason" });
    expect(await obstacle()).toMatch(/^The account \w+ is locked\. Unlock it first\.$/);
    expect((await merge(opened, versions)).json()).toMatchObject({
      code: "not-allowed",
      message: await obstacle(),
    });
    await sendAbout(imani, accountEndpoints.unlock, rosa.uid);
    const link = { kind: "undo-email-change", data: "", lifetimeMs: minutes(1) } as const;
    for (const uid of [rosa.uid, other.uid]) {
      await database.write((trx) => issueToken(trx, { ...link, uid }, clock.now));
      expect(await obstacle()).toContain("which its former owner can still undo");
      await database.write((trx) => revokeTokens(trx, uid, [link.kind]));
    }
    const form = { collection: dataDeletionForm.collection, reference: "24RD2C99" };
    const sent = makeSubmission({ ...form, email: otherEmail });
    await database.write((trx) => trx.insertInto("submissions").values(sent).execute());
    expect(await obstacle()).toContain("The request 24RD2C99 to delete data is open");
    await database.write((trx) => trx.deleteFrom("submissions").execute());

    // The payment profile goes along, and comes back.
    const results = await Promise.all([merge(opened, versions), merge(opened, versions)]);
    expect(results.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    const owners = database.db.selectFrom("payment_accounts").select("uid");
    expect(await owners.execute()).toEqual([{ uid: rosa.uid }]);
    await undo(opened);
    expect(await owners.execute()).toEqual([{ uid: other.uid }]);
  });

  test("the kept account may take over the address; then nothing is undone", async () => {
    const opened = await openChecked(createDatabase);
    const { imani, rosa } = opened;
    const third = await addCaller(opened, "third@example.com");
    await passCheck(imani, third.uid, callerAnswers("third@example.com"));
    await merge(opened);
    const take = (uid: string) =>
      sendAbout(imani, accountEndpoints.changeEmail, uid, { email: otherEmail });
    expect((await take(third.uid)).json().fields).toEqual({
      email: "Another account uses this email.",
    });
    expect((await take(rosa.uid)).statusCode).toBe(200);
    expect((await undo(opened)).json().message).toContain(`An account has the email ${otherEmail}`);
  });

  test("other accounts cannot take the address while its account is being merged", async () => {
    const opened = await openChecked(createDatabase);
    const { database, clock, context, rosa, other } = opened;
    const { db, write } = database;
    const now = clock.now;
    const third = await addCaller(opened, "third@example.com");
    const fourth = await addCaller(opened, "fourth@example.com");
    const link = { kind: "change-email", uid: fourth.uid, data: otherEmail } as const;
    const token = await write((trx) => issueToken(trx, { ...link, lifetimeMs: minutes(9) }, now));
    const [merged, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const merging = write(async (trx) => {
      await mergeAccounts({ kept: rosa.uid, other: other.uid }, { trx, by: commandLine, now });
      merged.resolve();
      await commit.promise;
    });
    await merged.promise;
    const changing = write(async (trx) => {
      const accounts = trx.selectFrom("accounts").selectAll().where("uid", "=", third.uid);
      const account = await accounts.executeTakeFirstOrThrow();
      await changeLoginEmail({ trx, account, by: commandLine, now }, otherEmail, context);
    });
    const confirming = fourth.request("POST", apiPaths.confirmEmail, { [authExtras.token]: token });
    const [changed] = [changing.catch((error: unknown) => error), await wait(300)];
    commit.resolve();
    await merging;
    expect(await changed).toMatchObject({ body: { code: "email-already-in-use" } });
    expect((await confirming).json().code).toBe("email-already-in-use");
    const emails = await db.selectFrom("accounts").select("email").execute();
    expect(emails.map(({ email }) => email)).not.toContain(otherEmail);
  });
});
