import { expect, test } from "vitest";
import {
  addCaller,
  callerAnswers,
  passCheck,
  sendAbout,
} from "../../../../../tests/support/callers.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { makeRequest } from "../../../../../tests/support/rows.ts";
import { readAudit, type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { saveConsent } from "../../../texts/server/consents.ts";
import { textCustomer } from "../../../texts/server/own-texts.ts";
import { callerCheckEndpoints } from "../../contract/caller-check.ts";
import { type CustomerDetail, customerEndpoints } from "../../contract/customers.ts";
import { sweepAccounts } from "../auth/sweep.ts";

const { start, answer, sendCode, textCode, show, end } = callerCheckEndpoints;

const right = callerAnswers("Rosa@Example.com");

/** Rosa, who has all that is asked about. */
async function openWithRosa(createDatabase: Parameters<typeof openTestApp>[0]) {
  const testApp = await openTestApp(createDatabase);
  const { uid: rosaId } = await addCaller(testApp, "rosa@example.com");
  return { ...testApp, rosaId };
}

/** Her receipt, by email and by text. */
async function tellAboutRequest({ database, context }: TestApp, uid: string) {
  const what = "Receipt: Ride to the eye clinic";
  const email = { kind: "request-receipt", subject: what, text: what, html: what, uid };
  const said = { state: "allowed", words: "Yes", source: "settings", staffId: null } as const;
  await database.write(async (trx) => {
    await queueEmail(trx, { ...email, recipient: "rosa@example.com" }, context.now());
    await saveConsent(trx, { ...said, numberKey: "3035550101", uid }, context.now());
    await textCustomer(trx, { uid, requestId: "one", body: what }, context);
  });
}

/** @returns the status, and whether it matched */
async function say(staff: SignedInStaff, uid: string, question: string, heard: string) {
  const response = await sendAbout(staff, answer, uid, { question, answer: heard });
  return [response.statusCode, response.json().isMatch ?? response.json().code];
}

async function read(staff: SignedInStaff, uid: string): Promise<CustomerDetail> {
  return (await sendAbout(staff, customerEndpoints.read, uid)).json();
}

describeEachDialect("the check of a caller", (_open, createDatabase, engine) => {
  test("passes when all three match, covers the facts meanwhile, and ends after 20 minutes", async () => {
    const testApp = await openWithRosa(createDatabase);
    const { rosaId, clock } = testApp;
    await tellAboutRequest(testApp, rosaId);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    expect(await say(imani, rosaId, "email", "rosa@example.com")).toEqual([
      403,
      "caller-unchecked",
    ]);
    expect((await sendAbout(imani, start, rosaId)).statusCode).toBe(200);
    const covered = await read(imani, rosaId);
    expect(covered).toMatchObject({
      email: "",
      address: { line1: "", zip: "", city: "Boulder" },
      requests: [{ title: "", provider: "" }],
      check: { state: "open", covered: ["address", "email", "requests"], triesLeft: 3 },
    });
    expect(covered.timeline.filter(({ what }) => what === "Request (covered)")).toHaveLength(4);
    const facts = JSON.stringify(covered);
    for (const fact of ["1204", "80521", "eye clinic"]) expect(facts).not.toContain(fact);
    expect((await read(paul, rosaId)).email).toBe("rosa@example.com");

    await sendAbout(imani, show, rosaId, { fact: "email" });
    expect(await read(imani, rosaId)).toMatchObject({
      email: "rosa@example.com",
      address: { line1: "" },
      check: { covered: ["address", "requests"] },
    });
    for (const [question, heard] of right.slice(0, 2)) await say(imani, rosaId, question, heard);
    expect((await read(imani, rosaId)).check).toMatchObject({
      state: "open",
      matched: ["home", "email"],
    });
    expect(await say(imani, rosaId, "request", "the eye clinic")).toEqual([200, true]);
    const passed = await read(imani, rosaId);
    expect(passed.check).toMatchObject({
      state: "passed",
      covered: [],
      until: new Date(clock.now + minutes(20)).toISOString(),
    });
    expect((await read(paul, rosaId)).check?.state).toBe("none");
    expect((await readAudit(testApp)).map(([, , what]) => what)).toEqual([
      "Started a caller check",
      "Opened a customer",
      "Opened a customer",
      "Shown during the caller check: Email",
      "Caller check: the house number and ZIP code matched",
      "Caller check: the email address matched",
      "Caller check passed: all three answers matched",
    ]);
    expect(passed.timeline.map(({ what }) => what)).toContain(
      "Shown during the caller check: Email",
    );
    clock.now += minutes(20);
    expect((await read(imani, rosaId)).check?.state).toBe("none");
  });

  test("is locked for an hour by three misses, for all staff, and starting over forgets none", async () => {
    const testApp = await openWithRosa(createDatabase);
    const { rosaId, clock } = testApp;
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    await sendAbout(imani, start, rosaId);
    expect(await say(imani, rosaId, "email", "rosa@exampel.com")).toEqual([200, false]);
    await sendAbout(imani, start, rosaId);
    expect((await read(imani, rosaId)).check?.triesLeft).toBe(2);
    await sendAbout(imani, end, rosaId);
    await sendAbout(paul, start, rosaId);
    // Sent at the same moment: no more than three are compared.
    const both = await Promise.all([1, 2, 3].map(() => say(paul, rosaId, "home", "9 80521")));
    expect(both.map(([status]) => status).sort()).toEqual([200, 200, 429]);
    clock.now += minutes(59);
    for (const staff of [imani, paul]) {
      const rejected = await sendAbout(staff, start, rosaId);
      expect([rejected.statusCode, rejected.json()]).toEqual([
        429,
        expect.objectContaining({ code: "check-locked", retryAfter: 60 }),
      ]);
    }
    expect((await read(imani, rosaId)).check).toMatchObject({
      state: "locked",
      until: new Date(clock.now + minutes(1)).toISOString(),
    });
    clock.now += minutes(1);
    await passCheck(imani, rosaId, right);
  });

  test("bounds how often one staff member guesses, over several customers", async () => {
    const testApp = await openWithRosa(createDatabase);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    for (const name of ["one", "two", "three"]) {
      const { uid } = await addCaller(testApp, `${name}@example.com`);
      await sendAbout(imani, start, uid);
      for (const guess of ["1 80521", "2 80521"]) await say(imani, uid, "home", guess);
    }
    expect((await sendAbout(imani, start, testApp.rosaId)).json().code).toBe("checks-locked");
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    await passCheck(paul, testApp.rosaId, right);
    expect((await sendAbout(imani, start, testApp.rosaId)).json().code).toBe("checks-locked");
  });

  test("asks about the request that was completed last, and one answer given thrice is one", async () => {
    const testApp = await openWithRosa(createDatabase);
    const { rosaId, database } = testApp;
    const others = [
      makeRequest(rosaId, { request_title: "Change the bulb", date_completed: 1_700_000_000 }),
      makeRequest(rosaId, {
        request_title: "Paint the fence",
        request_completed: 0,
        date_completed: null,
        created_at: Date.now() + minutes(1),
      }),
    ];
    await database.write((trx) => trx.insertInto("completed_requests").values(others).execute());
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    await sendAbout(imani, start, rosaId);
    expect(await say(imani, rosaId, "request", "change the bulb")).toEqual([200, false]);
    for (let count = 0; count < 3; count += 1) {
      expect(await say(imani, rosaId, "request", "the eye clinic")).toEqual([200, true]);
    }
    expect((await read(imani, rosaId)).check).toMatchObject({
      state: "open",
      matched: ["request"],
    });
  });

  test("ends by itself after an hour; it is deleted once no miss counts any more", async () => {
    const testApp = await openWithRosa(createDatabase);
    const { rosaId, clock, database } = testApp;
    const sweep = () => sweepAccounts({ database, now: () => clock.now });
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    await sendAbout(imani, start, rosaId);
    clock.now += minutes(30);
    await say(imani, rosaId, "home", "9 80521");
    clock.now += minutes(30);
    await sweep();
    expect((await read(imani, rosaId)).check).toMatchObject({ state: "none", triesLeft: 2 });
    clock.now += minutes(30);
    await sweep();
    expect(await database.db.selectFrom("caller_checks").selectAll().execute()).toEqual([]);
  });

  test("passes by a code sent to the confirmed email, within ten minutes and three tries", async () => {
    const testApp = await openWithRosa(createDatabase);
    const { rosaId, clock, database } = testApp;
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    expect((await sendAbout(imani, sendCode, rosaId)).json().code).toBe("caller-unchecked");
    await sendAbout(imani, start, rosaId);
    const readCode = async () => {
      await sendAbout(imani, sendCode, rosaId);
      const email = await database.db
        .selectFrom("mail_outbox")
        .select(["recipient", "subject", "text"])
        .where("kind", "=", "caller-code")
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      expect(email.recipient).toBe("rosa@example.com");
      expect(email.subject).not.toMatch(/\d/);
      return /: (\d{3} \d{3})/.exec(email.text)?.[1] ?? "";
    };
    const ofEarlier = await readCode();
    await sendAbout(imani, start, rosaId);
    expect(await say(imani, rosaId, "code", ofEarlier)).toEqual([200, false]);
    expect((await read(imani, rosaId)).check?.triesLeft).toBe(2);
    const old = await readCode();
    clock.now += minutes(10);
    expect(await say(imani, rosaId, "code", old)).toEqual([200, false]);
    expect(await say(imani, rosaId, "code", await readCode())).toEqual([200, true]);
    expect((await read(imani, rosaId)).check?.state).toBe("passed");
    await sendAbout(imani, start, rosaId);
    expect((await read(imani, rosaId)).check?.triesLeft).toBe(3);
    expect((await sendAbout(imani, sendCode, rosaId)).json().code).toBe("too-many");

    // By text, to a number that agreed long enough ago; the desk never has the code.
    clock.now += minutes(31);
    expect((await sendAbout(imani, textCode, rosaId)).json().code).toBe("case-changed");
    const said = { state: "allowed", words: "Yes", source: "settings", staffId: null } as const;
    const agreed = { ...said, numberKey: "3035550101", uid: rosaId };
    await database.write((trx) => saveConsent(trx, agreed, clock.now - hours(72)));
    await sendAbout(imani, start, rosaId);
    expect((await read(imani, rosaId)).takesCodes).toEqual({ email: true, text: true });
    expect((await sendAbout(imani, textCode, rosaId)).body).toBe("{}");
    const { body, link } = await database.db
      .selectFrom("texts")
      .select(["body", "link"])
      .where("kind", "=", "link")
      .executeTakeFirstOrThrow();
    expect(body).toMatch(/read us this code.* 10 minutes:$/);
    expect(await say(imani, rosaId, "code", link ?? "")).toEqual([200, true]);

    const { uid } = await signUp(testApp.app, { email: "helen@example.com" });
    await sendAbout(imani, start, uid);
    expect((await read(imani, uid)).check?.unanswerable).toEqual(["home", "request"]);
    expect((await sendAbout(imani, sendCode, uid)).json().code).toBe("email-unconfirmed");
    // Who made the account may be a stranger, and the number theirs.
    await database.write((trx) => saveConsent(trx, { ...agreed, uid }, clock.now - hours(72)));
    expect((await read(imani, uid)).takesCodes).toEqual({ email: false, text: false });
    expect((await sendAbout(imani, textCode, uid)).json().code).toBe("case-changed");
  });

  if (engine !== "sqlite") return;

  test("is only for staff who may change customers, and of customers who exist", async () => {
    const testApp = await openWithRosa(createDatabase);
    const viewer = await signInStaff(testApp, ["viewer"]);
    expect((await sendAbout(viewer, start, testApp.rosaId)).statusCode).toBe(403);
    expect((await read(viewer, testApp.rosaId)).check).toBeNull();
    const agent = await signInStaff(testApp, ["agent"]);
    await sendAbout(agent, start, testApp.rosaId);
    await testApp.database.write((trx) =>
      trx.deleteFrom("accounts").where("uid", "=", testApp.rosaId).execute(),
    );
    expect(await say(agent, testApp.rosaId, "home", "1204 80521")).toEqual([404, "not-found"]);
    const checks = await testApp.database.db.selectFrom("caller_checks").selectAll().execute();
    expect(checks).toEqual([]);
  });
});
