import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import {
  askForDeletion,
  changePrivacyRequest as change,
  pressLink as press,
  privacyPathIn,
  readPrivacyRequest as read,
} from "../../../../../tests/support/privacy.ts";
import { inviteStaff, readAuditLog, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { days, hours, minutes } from "../../../../platform/contract/durations.ts";
import { contactForm } from "../../../messages/contract/forms/contact.ts";
import { addCall } from "../../../messages/server/calls/log-call.ts";
import { clearSpam, markAsSpam } from "../../../messages/server/forms/review.ts";
import { identityWays } from "../../contract/cases.ts";
import { dataDeletionForm } from "../../contract/data-deletion.ts";
import { privacyEndpoints } from "../../contract/endpoints.ts";
import { finishDeletionRequest } from "../requests/deletion-requests.ts";
import { runLetters } from "./routes.ts";

const email = "ruth@example.com";

const kinds = async (testApp: TestApp) =>
  (await readEmails(testApp.database)).map(({ kind }) => kind).filter((kind) => /^priv/.test(kind));

describeEachDialect("the desk of requests about data", (_open, createDatabase, engine) => {
  async function openDesk() {
    const testApp = await openTestApp(createDatabase);
    testApp.clock.now = Date.UTC(2026, 10, 6, 16);
    const imani = await signInStaff(testApp, ["privacy"], "Imani Bell");
    return { testApp, imani };
  }

  test("a request of the form is a case with 45 days, and its link is sent automatically", async () => {
    const { testApp, imani } = await openDesk();
    const reference = await askForDeletion(testApp);
    await runLetters(testApp.context);
    const detail = await read(imani, reference);
    expect(detail).toMatchObject({
      kind: "deletion",
      source: "form",
      name: "Ruth Abernathy",
      email,
      status: "identity",
      daysLeft: 45,
      days: 45,
      identityAt: null,
      letters: [
        { title: "One step is left: open the email and press the button", pressedAt: null },
      ],
      log: [{ what: "Sent the link", staffId: null }],
    });
    expect(Date.parse(detail.dueAt) - Date.parse(detail.receivedAt)).toBe(days(45));
    expect(await kinds(testApp)).toEqual(["privacy-identity"]);
    const list = await imani.request("GET", pathOf(privacyEndpoints.list));
    expect(list.json()).toMatchObject({ open: 1, overdue: 0, cases: [{ reference }], next: null });
  });

  test("a request that waited for days gets its link from staff, not by itself", async () => {
    const { testApp } = await openDesk();
    await submitForm(testApp, validValues(dataDeletionForm), dataDeletionForm.collection);
    await makeAllCases(testApp);
    testApp.clock.now += days(3);
    await runLetters(testApp.context);
    expect(await kinds(testApp)).toEqual([]);
  });

  test("deletes everything, with a receipt of counts and an email, after the identity check", async () => {
    const { testApp, imani } = await openDesk();
    const { database, clock } = testApp;
    const phone = "303-555-0177";
    await submitForm(testApp, { ...validValues(contactForm), email, phone });
    const reference = await askForDeletion(testApp);
    const query = new URLSearchParams({ q: phone }).toString();
    await database.write(async (trx) => {
      const { id } = await trx
        .selectFrom("cases")
        .select("id")
        .where("form", "=", contactForm.collection)
        .executeTakeFirstOrThrow();
      const by = { staffId: imani.id, name: "Imani Bell", origin: "" };
      await addCall(trx, id, { outcome: "reached", text: "She called." }, by, clock.now);
      const view = { id: "view", staff_id: imani.id, name: "Calls", query, list: "inbox" };
      const rest = { is_shared: 0, created_at: clock.now };
      await trx
        .insertInto("saved_views")
        .values({ ...view, ...rest })
        .execute();
    });
    const before = await read(imani, reference);
    expect(before.held).toMatchObject({ deleted: expect.any(Number), kept: 1, possible: [] });
    const remove = (expected: number) => change(imani, "delete", reference, { expected, also: [] });
    expect((await remove(before.held?.deleted ?? 0)).json()).toMatchObject({
      code: "invalid",
      message: "Confirm this person's identity first.",
    });
    await press(testApp, reference);
    expect((await change(imani, "take", reference)).json()).toMatchObject({
      status: "in-progress",
      assigneeId: imani.id,
    });
    const { held } = await read(imani, reference);
    for (const wrong of [1, -1]) {
      const stale = await remove((held?.deleted ?? 0) + wrong);
      expect([stale.statusCode, stale.json().code]).toEqual([409, "case-changed"]);
    }
    clock.now += days(9);
    const recent = await signInStaff(testApp, ["privacy"], "Gil Moss");
    const done = await change(recent, "delete", reference, {
      expected: held?.deleted ?? 0,
      also: [],
    });
    const receipt = {
      by: "Gil Moss",
      deleted: held?.deleted,
      kept: 1,
      lines: [{ name: "Messages, answers, notes", count: 3 }, { name: "Newsletter and emails" }],
    };
    expect(done.json()).toMatchObject({ status: "done", held: null, receipt });
    expect(JSON.stringify(done.json().receipt)).not.toMatch(/ruth/i);
    const left = await database.db.selectFrom("submissions").select("reference").execute();
    expect(left).toEqual([{ reference }]);
    expect(await database.db.selectFrom("saved_views").select("id").execute()).toEqual([]);
    const last = (await readEmails(database)).at(-1);
    expect(last).toMatchObject({ kind: "privacy-deleted", recipient: email });
    expect(last?.text).toContain("Messages, answers, notes: 3");
    const row = await database.db
      .selectFrom("mail_outbox")
      .select("forget")
      .where("kind", "=", "privacy-deleted")
      .executeTakeFirst();
    expect(Number(row?.forget)).toBe(1);
    const suppressed = await database.db
      .selectFrom("newsletter_suppressions")
      .selectAll()
      .execute();
    expect(suppressed).toHaveLength(1);
    expect(JSON.stringify(suppressed)).not.toContain("ruth");
    clock.now += days(1);
    const later = await signInStaff(testApp, ["privacy"], "Noor Aziz");
    // Kept for 24 months from its end, not from now.
    expect((await read(later, reference)).keptUntil).toMatch(/^2028-11-15/);
    const page = (await later.request("GET", pathOf(privacyEndpoints.list))).json();
    expect(page.done).toEqual({ count: 1, inTime: 1, medianDays: 9 });
  });

  test("is assigned only to staff who work on such requests", async () => {
    const { testApp, imani } = await openDesk();
    const reference = await askForDeletion(testApp);
    const agent = await signInStaff(testApp, ["agent"], "Lea Falk");
    const gone = await signInStaff(testApp, ["privacy"], "Ray Moss");
    const invited = { email: "new@example.com", name: "New", roles: ["privacy"] } as const;
    await inviteStaff(testApp, invited);
    const { db, write } = testApp.database;
    await write((trx) =>
      trx.updateTable("staff").set({ disabled_at: 1 }).where("id", "=", gone.id).execute(),
    );
    const found = db.selectFrom("staff").select("id").where("email", "=", invited.email);
    const { id: invitedId } = await found.executeTakeFirstOrThrow();
    const assign = async (staffId: string | null) =>
      (await change(imani, "assign", reference, { staffId })).statusCode;
    for (const id of [agent.id, gone.id, invitedId, "nobody-known"]) {
      expect(await assign(id)).toBe(422);
    }
    const admin = await signInStaff(testApp, ["admin"], "Ada Olsen");
    expect([await assign(admin.id), await assign(imani.id), await assign(null)]).toEqual([
      200, 200, 200,
    ]);
  });

  test("done since January 1 are counted, until the year ends", async () => {
    const { testApp } = await openDesk();
    const finish = async () => {
      const reference = await askForDeletion(testApp);
      testApp.clock.now += days(20);
      await testApp.database.write((trx) =>
        finishDeletionRequest(trx, reference, testApp.clock.now),
      );
    };
    const countDone = async (name: string) => {
      const staff = await signInStaff(testApp, ["privacy"], name);
      return (await staff.request("GET", pathOf(privacyEndpoints.list))).json().done.count;
    };
    for (const _month of ["November", "December"]) await finish();
    expect(await countDone("Gil Moss")).toBe(2);
    testApp.clock.now = Date.UTC(2027, 0, 1, 8);
    expect(await countDone("Noor Aziz")).toBe(0);
  });

  test("says whether the support ID that was typed is the person's", async () => {
    const { testApp, imani } = await openDesk();
    const supportIdOf = async (address: string) => {
      const { uid } = await signUp(testApp.app, { email: address });
      const account = testApp.database.db.selectFrom("accounts").where("uid", "=", uid);
      return (await account.select("support_id").executeTakeFirstOrThrow()).support_id;
    };
    const own = await supportIdOf(email);
    const other = await supportIdOf("theo@example.com");
    for (const [supportId, fits] of [
      [` ${own.toLowerCase()} `, true],
      [other, false],
      ["TW-0000-0000", false],
    ] as const) {
      const values = { ...validValues(dataDeletionForm), email, supportId };
      testApp.clock.now += minutes(15);
      const reference = await submitForm(testApp, values, dataDeletionForm.collection);
      await makeAllCases(testApp);
      expect([supportId, (await read(imani, reference)).supportIdFits]).toEqual([supportId, fits]);
    }
  });

  test("a change based on an old state is rejected with what changed", async () => {
    const { testApp, imani } = await openDesk();
    const reference = await askForDeletion(testApp);
    const { version } = await read(imani, reference);
    const gil = await signInStaff(testApp, ["privacy"], "Gil Moss");
    await change(gil, "take", reference);
    const url = pathOf(withId(privacyEndpoints.take, reference));
    const rejected = await imani.request("POST", url, { version });
    expect([rejected.statusCode, rejected.json()]).toEqual([
      409,
      { code: "case-changed", message: "Gil Moss changed this. Took it." },
    ]);
  });

  test("a copy is entered by hand: one open request per address, then a link valid for days", async () => {
    const { testApp, imani } = await openDesk();
    const add = () =>
      imani.request("POST", pathOf(privacyEndpoints.add), {
        kind: "copy",
        name: "Theo Lindqvist",
        email: "Theo@Example.com",
        source: "phone",
      });
    const { reference, status } = (await add()).json();
    expect(status).toBe("identity");
    expect((await add()).json().fields.email).toContain(reference);
    // An open request to delete the data does not keep anybody from a copy.
    const both = { kind: "copy", name: "Ruth", email, source: "phone" };
    await askForDeletion(testApp);
    const beside = await imani.request("POST", pathOf(privacyEndpoints.add), both);
    expect(beside.json()).toMatchObject({ kind: "copy", status: "identity" });
    await press(testApp, reference);
    const sent = await change(imani, "sendCopy", reference);
    expect(sent.json()).toMatchObject({ status: "done", receipt: null });
    const ofTheo = (await readEmails(testApp.database)).filter(
      ({ recipient }) => recipient === "theo@example.com",
    );
    expect(ofTheo.map(({ kind }) => kind)).toEqual(["privacy-identity", "privacy-copy"]);
    const audit = await readAuditLog(testApp);
    expect(JSON.stringify(audit)).not.toMatch(/theo/i);
    expect(audit.map(({ what }) => what)).toEqual(
      expect.arrayContaining(["Opened a request about data", "Entered a request about data"]),
    );
  });

  test("spam stays separate until somebody clears it", async () => {
    const { testApp, imani } = await openDesk();
    const reference = await askForDeletion(testApp);
    const { database, clock, context } = testApp;
    await markAsSpam(database, reference, clock.now);
    await testApp.database.write((trx) =>
      trx.updateTable("privacy_cases").set({ appeal_at: testApp.clock.now }).execute(),
    );
    const get = async (path: string) => (await imani.request("GET", path)).json();
    const list = pathOf(privacyEndpoints.list);
    const shown = async () => [
      (await get(pathOf(privacyEndpoints.counts))).open,
      (await get(`${list}?show=appeals`)).cases.length,
    ];
    expect(await shown()).toEqual([0, 0]);
    await clearSpam(database, reference, clock.now, context);
    expect(await shown()).toEqual([1, 1]);
  });

  if (engine !== "sqlite") return;

  test("identity checks need an account to compare with, and a call its number", async () => {
    const { testApp, imani } = await openDesk();
    const reference = await askForDeletion(testApp);
    const byCard = "They came to us with an ID card";
    const byCall = "We called the number in the account";
    expect((await read(imani, reference)).identityWays).toEqual([byCard]);
    const confirm = (how: string) => change(imani, "confirmIdentity", reference, { how });
    expect((await confirm(byCall)).statusCode).toBe(422);
    const { uid } = await signUp(testApp.app, { email });
    const setPhone = (phone_number: string) =>
      testApp.database.write((trx) =>
        trx.updateTable("profiles").set({ phone_number }).where("uid", "=", uid).execute(),
      );
    await setPhone("");
    const ways = async () => (await read(imani, reference)).identityWays;
    expect(await ways()).toEqual([expect.stringMatching(/support ID/), byCard]);
    await setPhone("+13035550147");
    expect(await ways()).toEqual(identityWays);
    const link = await privacyPathIn(testApp, "identity");
    expect((await confirm(byCall)).json()).toMatchObject({ identityHow: byCall });
    expect((await testApp.app.inject(link)).statusCode).toBe(404);
  });

  test("the deadline is extended once, with a reason for the person; later it is overdue", async () => {
    const { testApp, imani } = await openDesk();
    const reference = await askForDeletion(testApp);
    const extend = { reason: "We need more information from you." };
    expect((await change(imani, "extend", reference, extend)).json()).toMatchObject({
      isExtended: true,
      daysLeft: 90,
      days: 90,
    });
    const dueTimes = await testApp.database.db
      .selectFrom("privacy_cases")
      .innerJoin("cases", "cases.reference", "privacy_cases.reference")
      .select(["privacy_cases.due_at", "cases.due_at as message_due_at"])
      .executeTakeFirstOrThrow();
    // It came at 9 in the morning in Denver; the message is due until the day ends.
    expect(dueTimes.message_due_at - dueTimes.due_at).toBe(hours(15));
    const [email] = (await readEmails(testApp.database)).filter(
      ({ kind }) => kind === "privacy-extended",
    );
    expect(email?.text).toContain("We need more information from you.");
    expect((await change(imani, "extend", reference, extend)).statusCode).toBe(422);
    testApp.clock.now += days(91);
    const later = await signInStaff(testApp, ["admin"], "Noor Aziz");
    const counts = await later.request("GET", pathOf(privacyEndpoints.counts));
    expect(counts.json()).toEqual({ open: 1, overdue: 1 });
    expect(await read(later, reference)).toMatchObject({ daysLeft: -1 });
  });

  test("the due day counts in full: only then is a request overdue, and not extended any more", async () => {
    const { testApp } = await openDesk();
    const reference = await askForDeletion(testApp);
    const extend = { reason: "We need more information from you." };
    const tryAt = async (name: string) => {
      const staff = await signInStaff(testApp, ["privacy"], name);
      const counts = await staff.request("GET", pathOf(privacyEndpoints.counts));
      const { statusCode } = await change(staff, "extend", reference, extend);
      return [counts.json().overdue, statusCode];
    };
    // It came at 9 in the morning in Denver; ten at night of the due day, and midnight.
    testApp.clock.now += days(45) + hours(13) + minutes(59);
    expect(await tryAt("Gil Moss")).toEqual([0, 200]);
    await testApp.database.write((trx) =>
      trx
        .updateTable("privacy_cases")
        .set({ extended_at: null, extension_reason: "" })
        .set({ due_at: testApp.clock.now - hours(13) })
        .execute(),
    );
    testApp.clock.now += hours(1) + minutes(1);
    expect(await tryAt("Noor Aziz")).toEqual([1, 422]);
    const noor = await signInStaff(testApp, ["privacy"], "Lena Sato");
    await change(noor, "deny", reference, { reason: "Not yours." });
    const rows = testApp.database.db.selectFrom("privacy_cases").select(["status", "in_time"]);
    expect(await rows.execute()).toEqual([{ status: "denied", in_time: 0 }]);
  });
});
