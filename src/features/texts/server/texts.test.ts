import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import {
  fakeTwilio,
  postAsTwilio,
  sendDueTexts,
  twilioSettings,
} from "../../../../tests/support/fake-twilio.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../platform/contract/define-endpoint.ts";
import { hours, minutes, seconds } from "../../../platform/contract/durations.ts";
import type { CaseDetail, CasePage } from "../../messages/contract/inbox.ts";
import { inboxEndpoints } from "../../messages/contract/inbox-endpoints.ts";
import { replyEndpoints } from "../../messages/contract/reply-endpoints.ts";
import { sendDueReplies } from "../../messages/server/replies/send-due.ts";
import { erase } from "../../privacy/server/deletion/erase-person.ts";
import { twilioEndpoints } from "../contract/texts.ts";
import { findConsent, saveConsent } from "./consents.ts";
import { keywordAnswers } from "./keywords.ts";
import { deleteOldTexts, queueText } from "./outbox.ts";

const otis = "3035550144";
const at = (time: string) => Date.parse(`${time}-07:00`);

async function open(
  createDatabase: Parameters<typeof openTestApp>[0],
  time = "2026-11-20T10:12",
  settings: Readonly<Record<string, string>> = {},
) {
  const twilio = await fakeTwilio();
  const choices = { testSettings: { twilioApiUrl: twilio.url } };
  const testApp = await openTestApp(
    createDatabase,
    { ...twilioSettings, ...settings },
    undefined,
    choices,
  );
  testApp.clock.now = at(time);
  const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
  let count = 0;
  /** @returns the status of the response */
  const text = async (body: string, more: Readonly<Record<string, string>> = {}) => {
    count += 1;
    testApp.clock.now += seconds(1);
    const fields = { MessageSid: `IN${count}`, From: `+1${otis}`, Body: body, ...more };
    return (await postAsTwilio(testApp, twilioEndpoints.receive, fields)).statusCode;
  };
  const list = async () =>
    (await staff.request("GET", pathOf(inboxEndpoints.list))).json<CasePage>().cases;
  const read = async (reference?: string) =>
    (
      await staff.request(
        "GET",
        pathOf(withId(inboxEndpoints.read, reference ?? (await list())[0]?.reference ?? "")),
      )
    ).json<CaseDetail>();
  const reply = async (words: string) => {
    const { reference, version } = await read();
    const path = pathOf(withId(replyEndpoints.send, reference));
    const rest = { blanks: {}, templateId: "", statusAfter: "waiting" };
    return staff.request("POST", path, { version, text: words, ...rest });
  };
  /** Until everything that is due is sent. */
  const settle = async () => {
    testApp.clock.now += seconds(11);
    await sendDueReplies(testApp.context);
    await sendDueTexts(testApp);
    await sendDueReplies(testApp.context);
  };
  return { testApp, twilio, staff, text, list, read, reply, settle };
}

function stateOf({ database }: TestApp, numberKey = otis) {
  return findConsent(database.db, numberKey).then((found) => found?.state);
}

describeEachDialect("texts", (_, createDatabase, engine) => {
  test("a text becomes a case, its answer goes to the phone, and the next text joins it", async () => {
    const { testApp, twilio, text, list, read, reply, settle } = await open(createDatabase);
    expect(await text("Is Sam coming at 4?")).toBe(200);
    expect(await list()).toMatchObject([
      { form: "Texts", name: "303-555-0144", snippet: "Is Sam coming at 4?", status: "new" },
    ]);
    expect((await reply("Yes, at 4. He’ll ring the bell.")).statusCode).toBe(200);
    await settle();
    expect(twilio.texts).toEqual([
      {
        To: "+13035550144",
        From: "+13035550142",
        Body: "Yes, at 4. He'll ring the bell.",
      },
    ]);
    const waiting = await read();
    expect(waiting).toMatchObject({ status: "waiting", email: "" });
    expect(waiting.entries.at(-1)).toMatchObject({
      kind: "reply",
      delivery: { state: "accepted" },
    });
    const delivered = { MessageSid: "SM1", MessageStatus: "delivered" };
    await postAsTwilio(testApp, twilioEndpoints.report, delivered);
    await settle();
    expect((await read()).entries.at(-1)?.delivery).toMatchObject({ state: "sent" });
    await text("Thank you");
    expect(await list()).toMatchObject([{ status: "in-progress", snippet: "Thank you" }]);
    expect((await read()).entries).toMatchObject([
      { text: "Is Sam coming at 4?" },
      { kind: "reply" },
      { text: "Thank you", via: "text" },
    ]);
    expect(await stateOf(testApp)).toBe("replies");
  });

  test("STOP ends texts at once, also those that wait, and START begins them again", async () => {
    const { testApp, twilio, text, read, reply, settle, list } = await open(createDatabase);
    const { database, context } = testApp;
    await text("Is Sam coming?");
    await reply("Yes, at 4.");
    await database.write((trx) =>
      queueText(trx, { kind: "reply", numberKey: otis, body: "waits", caseId: null }, context),
    );
    await text(" Stop. ");
    const waiting = database.db.selectFrom("texts").select("failure").where("body", "=", "waits");
    expect(await waiting.execute()).toEqual([{ failure: "stopped" }]);
    // One that was taken from the queue before is not sent either.
    const taken = { failed_at: null, failure: null };
    await database.write((trx) =>
      trx.updateTable("texts").set(taken).where("body", "=", "waits").execute(),
    );
    await settle();
    expect(await waiting.execute()).toEqual([{ failure: "stopped" }]);
    expect(twilio.texts.map(({ Body }) => Body)).toEqual([keywordAnswers.stop.english]);
    expect(await stateOf(testApp)).toBe("stopped");
    const stopped = await read();
    expect(stopped.draft?.text).toBe("Yes, at 4.");
    expect(stopped.history.map(({ what }) => what)).toContain("The customer ended texts");
    const rejected = await reply("One more thing");
    expect(rejected.json()).toMatchObject({
      fields: { text: "This person ended texts. Only they can turn them on again." },
    });
    await text("hello?");
    expect(await stateOf(testApp)).toBe("stopped");
    await text("START");
    expect(await stateOf(testApp)).toBe("allowed");
    await reply("Here we are.");
    await settle();
    expect(twilio.texts.map(({ Body }) => Body)).toEqual([
      expect.stringContaining("no more texts"),
      expect.stringContaining("texts are on"),
      "Here we are.",
    ]);
    expect(await list()).toHaveLength(1);
    expect((await read()).consents).toMatchObject([
      { consent: "replies", source: "text" },
      { consent: "stopped", source: "text" },
      { consent: "allowed", source: "text", staffId: null },
    ]);
  });

  test("staff are told of twenty texts of a number in an hour at most", async () => {
    const settings = { STAFF_EMAIL: "staff@example.com" };
    const { testApp, text } = await open(createDatabase, undefined, settings);
    const countNotices = async () =>
      (await readEmails(testApp.database)).filter(({ kind }) => kind.endsWith("-notice")).length;
    for (let count = 0; count < 25; count += 1) await text(`Hello ${count}`);
    expect(await countNotices()).toBe(20);
    testApp.clock.now += hours(2);
    await text("Hello again");
    expect(await countNotices()).toBe(21);
  });

  test("a text that comes twice is stored once", async () => {
    const { testApp, text, read } = await open(createDatabase);
    await text("Is Sam coming?", { MessageSid: "same" });
    await text("Is Sam coming?", { MessageSid: "same" });
    await text("And when?", { MessageSid: "next" });
    await text("And when?", { MessageSid: "next" });
    expect((await read()).entries).toHaveLength(2);
    const rows = await testApp.database.db.selectFrom("texts").select("id").execute();
    expect(rows).toHaveLength(2);
  });

  test("a closed case stays closed: the next text is a new one", async () => {
    const { staff, text, list, read } = await open(createDatabase);
    await text("First");
    const { version } = await read();
    const { reference = "" } = (await list())[0] ?? {};
    const closed = { version, edit: { status: "done" } };
    await staff.request("PATCH", pathOf(withId(inboxEndpoints.change, reference)), closed);
    await text("Second");
    expect(await list()).toMatchObject([{ snippet: "Second" }]);
    expect((await list())[0]?.reference).not.toBe(reference);
  });

  test("a text waits for the morning where the customer lives", async () => {
    // Ten at night in Denver, nine in Los Angeles: too late in both.
    const { testApp, twilio, text, reply, settle } = await open(createDatabase, "2026-11-20T22:00");
    await signUp(testApp.app, { phone: "303-555-0144", zip: "90210", state: "CA" });
    await text("Still there?");
    await reply("Yes.");
    await settle();
    testApp.clock.now = at("2026-11-21T08:59");
    await sendDueTexts(testApp);
    expect(twilio.texts).toEqual([]);
    testApp.clock.now = at("2026-11-21T09:00");
    await sendDueTexts(testApp);
    expect(twilio.texts).toMatchObject([{ Body: "Yes." }]);
  });

  test("deleting the account deletes its texts and what its number agreed to", async () => {
    const { testApp, text } = await open(createDatabase);
    const { database } = testApp;
    await text("ALTO");
    const { uid } = await signUp(testApp.app, { phone: "303-555-0144" });
    const said = { numberKey: otis, state: "allowed", words: "Yes", source: "settings" } as const;
    await database.write(async (trx) => {
      await saveConsent(trx, { ...said, uid, staffId: null }, 1);
      // The number has changed since.
      await trx.updateTable("profiles").set({ phone_key: "3035550177" }).execute();
    });
    const erased = { email: null, uids: [uid], references: [] };
    await database.write((trx) => erase(trx, erased, testApp.clock.now));
    for (const table of ["texts", "text_consents"] as const) {
      expect(await database.db.selectFrom(table).select("id").execute()).toEqual([]);
    }
  });

  test("sent texts without a case are deleted after some weeks, others with their case", async () => {
    const { testApp, text } = await open(createDatabase);
    const { database, clock } = testApp;
    const count = async () => (await database.db.selectFrom("texts").select("id").execute()).length;
    await text("ALTO");
    await text("Is Sam coming?");
    await sendDueTexts(testApp);
    expect(await count()).toBe(3);
    await deleteOldTexts(database, clock.now - hours(1));
    expect(await count()).toBe(3);
    const waiting = {
      kind: "keyword-answer",
      numberKey: otis,
      body: "Wait",
      caseId: null,
    } as const;
    await database.write((trx) => queueText(trx, waiting, testApp.context));
    await deleteOldTexts(database, clock.now + hours(1));
    expect(await count()).toBe(2);
  });

  if (engine !== "sqlite") return;

  test("only Twilio's signature is accepted", async () => {
    const { testApp, list } = await open(createDatabase);
    const fields = { MessageSid: "IN1", From: `+1${otis}`, Body: "STOP" };
    for (const endpoint of Object.values(twilioEndpoints)) {
      const response = await postAsTwilio(testApp, endpoint, fields, "wrong");
      expect(response.statusCode).toBe(400);
    }
    const huge = { ...fields, Body: "a".repeat(100_000) };
    expect((await postAsTwilio(testApp, twilioEndpoints.receive, huge)).statusCode).toBe(413);
    expect(await list()).toEqual([]);
    expect(await stateOf(testApp)).toBeUndefined();
  });

  test("who turned texts off elsewhere and texts us again may be answered", async () => {
    const { testApp, text, read } = await open(createDatabase);
    const said = { numberKey: otis, state: "stopped", words: "Off", uid: null } as const;
    const off = { ...said, source: "settings", staffId: null } as const;
    await testApp.database.write((trx) => saveConsent(trx, off, testApp.clock.now));
    await text("HELP");
    expect(await stateOf(testApp)).toBe("stopped");
    await text("Is Sam coming?");
    expect((await read()).text).toMatchObject({ consent: "replies" });
  });

  test("a number without a case gets its answer to STOP, and staff get no case", async () => {
    const { testApp, twilio, text, list, settle } = await open(createDatabase);
    await text("ALTO");
    await settle();
    expect(await list()).toEqual([]);
    expect(twilio.texts).toMatchObject([{ Body: expect.stringContaining("INICIAR") }]);
    expect(await stateOf(testApp)).toBe("stopped");
  });

  test("CANCEL and HELP are honored, and staff read them, since they may mean more", async () => {
    const { testApp, text, list, twilio, settle } = await open(createDatabase);
    await text("Cancel");
    expect(await list()).toMatchObject([{ snippet: "Cancel", status: "new" }]);
    expect(await stateOf(testApp)).toBe("stopped");
    await text("Help");
    expect(await list()).toMatchObject([{ snippet: "Help" }]);
    await settle();
    expect(twilio.texts).toHaveLength(2);
  });

  test("what Twilio answered itself is honored and not answered again", async () => {
    const { testApp, text, twilio, settle } = await open(createDatabase);
    await text("arrêt", { OptOutType: "STOP" });
    await settle();
    expect(await stateOf(testApp)).toBe("stopped");
    expect(twilio.texts).toEqual([]);
  });

  test("the only account with a number is named and found by its email", async () => {
    const { testApp, text, list, read } = await open(createDatabase);
    const shared = { From: "+13035550155" };
    for (const email of ["a@example.com", "b@example.com"]) {
      await signUp(testApp.app, { email, phone: "303-555-0155" });
    }
    await text("One of two", shared);
    expect(await read()).toMatchObject({ name: "303-555-0155", email: "" });
    await signUp(testApp.app, { phone: "(303) 555-0144" });
    await text("It is Ruth", { NumMedia: "1" });
    const [ruth] = (await list()).filter(({ name }) => name === "Ruth Abernathy");
    expect(await read(ruth?.reference)).toMatchObject({
      email: "ruth@example.com",
      phone: "303-555-0144",
      account: "unconfirmed",
      entries: [
        { text: "It is Ruth\n\n(A picture or file came with this text. Ask for it by email.)" },
      ],
    });
  });

  test("a carrier's failure opens the case again, with the reason", async () => {
    const { testApp, text, reply, settle, read, staff } = await open(createDatabase);
    await text("Is Sam coming?");
    await reply("Yes.");
    await settle();
    const failed = { MessageSid: "SM1", MessageStatus: "undelivered", ErrorCode: "30006" };
    await postAsTwilio(testApp, twilioEndpoints.report, failed);
    // A report that comes late changes nothing.
    const late = { MessageSid: "SM1", MessageStatus: "delivered" };
    await postAsTwilio(testApp, twilioEndpoints.report, late);
    await settle();
    const { entries, status, isUndelivered } = await read();
    expect({ status, isUndelivered }).toEqual({ status: "in-progress", isUndelivered: true });
    const delivery = entries.at(-1)?.delivery;
    expect(delivery).toMatchObject({ state: "failed", reason: "This is a landline (30006)" });
    const retry = pathOf(withId(replyEndpoints.retry, delivery?.replyId ?? ""));
    expect((await staff.request("POST", retry)).statusCode).toBe(200);
    expect((await read()).entries.at(-1)?.delivery?.state).toBe("waiting");
    await settle();
    for (const status of [{ MessageStatus: "delivered" }, failed]) {
      await postAsTwilio(testApp, twilioEndpoints.report, { ...status, MessageSid: "SM2" });
    }
    await settle();
    expect((await read()).entries.at(-1)?.delivery?.state).toBe("sent");
  });

  test("an outage is retried, and a day later given up", async () => {
    const { testApp, twilio, text, reply, settle, read } = await open(createDatabase);
    await text("Is Sam coming?");
    await reply("Yes.");
    twilio.failure = { status: 503, code: 20_500 };
    await settle();
    expect((await read()).entries.at(-1)?.delivery?.state).toBe("waiting");
    testApp.clock.now += minutes(2);
    twilio.failure = undefined;
    await settle();
    expect(twilio.texts).toHaveLength(1);
    await reply("And at 5.");
    twilio.failure = { status: 503, code: 20_500 };
    await settle();
    for (let hour = 0; hour < 24; hour += 1) {
      testApp.clock.now += hours(1);
      // A jump of a day would put the clock in doubt.
      await testApp.context.clock.isTrusted();
    }
    await settle();
    const last = await testApp.database.db
      .selectFrom("conversation_replies")
      .select(["failed_at", "failure"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    expect(last).toEqual({ failed_at: testApp.clock.now, failure: "20500" });
  });

  test("a number that Twilio knows as stopped is stopped here as well", async () => {
    const { testApp, twilio, text, reply, settle } = await open(createDatabase);
    await text("Is Sam coming?");
    await reply("Yes.");
    twilio.failure = { status: 400, code: 21_610 };
    await settle();
    expect(await stateOf(testApp)).toBe("stopped");
  });
});
