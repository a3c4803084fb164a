import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { newAccount, signUp } from "../../../../../tests/support/portal.ts";
import { readAudit, type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { seconds } from "../../../../platform/contract/durations.ts";
import type { CaseCall, NewCall, NewMessage, Recipient } from "../../contract/calls.ts";
import {
  callEndpoints,
  emptyNewDraft,
  maxCallTries,
  newDraftEndpoints,
} from "../../contract/calls.ts";
import { bestTimes, callBackForm } from "../../contract/forms/call-back.ts";
import { usualHolidays } from "../../contract/holidays.ts";
import type { CallBackPage, CaseDetail } from "../../contract/inbox.ts";
import { callBackEndpoints, inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { sendDelaySeconds } from "../../contract/replies.ts";
import { replyEndpoints } from "../../contract/reply-endpoints.ts";
import { sendDueReplies } from "../replies/send-due.ts";
import { askedTime } from "./call-times.ts";

const [anyTime = "", morning = "", afternoon = ""] = Object.keys(bestTimes);
const otis = {
  name: "Otis Greene",
  phone: "303-555-0144",
  about: "The code by text never comes.",
  email: "otis@example.com",
};
const at = (time: string) => Date.parse(`${time}-07:00`);
const iso = (time: string) => new Date(at(time)).toISOString();

async function openDesk(createDatabase: Parameters<typeof openTestApp>[0]) {
  const testApp = await openTestApp(createDatabase);
  testApp.clock.now = at("2026-11-20T10:12");
  return { testApp, staff: await signInStaff(testApp, ["agent"], "Imani Bell") };
}

async function askForCall(testApp: TestApp, values: Readonly<Record<string, string>>) {
  const reference = await submitForm(testApp, { ...otis, ...values }, callBackForm.collection);
  await makeAllCases(testApp);
  return reference;
}

async function readCase(staff: SignedInStaff, reference: string): Promise<CaseDetail> {
  return (await staff.request("GET", pathOf(withId(inboxEndpoints.read, reference)))).json();
}

async function list(staff: SignedInStaff): Promise<CallBackPage> {
  return (await staff.request("GET", pathOf(callBackEndpoints.list))).json();
}

async function log(staff: SignedInStaff, reference: string, call: Partial<CaseCall>) {
  const { version } = await readCase(staff, reference);
  const whole = { version, outcome: "reached", text: "", time: null, closes: false, ...call };
  return staff.request("POST", pathOf(withId(callEndpoints.logCaseCall, reference)), whole);
}

const typed = { kind: "typed", name: "Ed", phone: "303-555-0177", email: "" } as const;
const newCall: NewCall = {
  key: "one",
  to: typed,
  text: "Wants to know what a ride to Longmont costs.",
  next: "nothing",
  assigneeId: null,
  day: null,
  time: null,
};
const newMessage: NewMessage = {
  key: "one",
  to: { kind: "typed", name: "Rosa Delgado", phone: "", email: "Rosa@example.com" },
  subject: "Your ride today: 1:50 pm",
  text: "Hello {{first name}},\n\nNadia comes at 1:50.",
  blanks: {},
  templateId: "",
  statusAfter: "waiting",
};

test.each([
  // Thanksgiving, and a day at the end of which an hour is left; then one at which less is left.
  ["2026-11-26T09:00", morning, "2026-11-27T12:00"],
  ["2026-11-20T11:00", morning, "2026-11-20T12:00"],
  ["2026-11-20T11:01", morning, "2026-11-23T12:00"],
])("a call that is asked for at %s is due by its time", (asked, bestTime, due) => {
  const rules = { hours: {}, holidays: usualHolidays };
  expect(askedTime({ bestTime }, at(asked), rules).endsAt).toBe(at(due));
});

describeEachDialect("calls that we owe", (_open, createDatabase) => {
  test("a logged call may name the day of what is left, and is undone with all that it changed", async () => {
    const { testApp, staff } = await openDesk(createDatabase);
    const { database } = testApp;
    const owed = await askForCall(testApp, { bestTime: morning });
    const plain = await submitForm(testApp, { name: "Ed", email: "ed@example.com", message: "Hi" });
    await makeAllCases(testApp);
    const day = "2026-11-24";
    const calls = [
      [owed, { outcome: "reached", text: "Look it up", day }, "2026-11-24T17:00"],
      [plain, { outcome: "left-message", day }, "2026-11-24T17:00"],
      [owed, { outcome: "no-answer" }, "2026-11-23T12:00"],
      [owed, { outcome: "reached", text: "All done", closes: true }, undefined],
    ] as const;
    const rows = async (reference: string) => {
      const { entries, callBack, version: _, ...rest } = await readCase(staff, reference);
      const [back] = await database.db.selectFrom("case_call_backs").selectAll().execute();
      return { calls: entries.filter(({ kind }) => kind === "call"), callBack, back, ...rest };
    };
    for (const [reference, call, due] of calls) {
      const before = await rows(reference);
      const logged = await log(staff, reference, call);
      expect([logged.statusCode, logged.body]).toEqual([200, expect.anything()]);
      if (due !== undefined) expect(logged.json()).toMatchObject({ dueAt: iso(due) });
      const undo = { undo: logged.json().undo };
      const undone = await staff.request("POST", pathOf(inboxEndpoints.undo), undo);
      expect(undone.json()).toEqual({ restored: 1 });
      expect(await rows(reference)).toEqual(before);
    }
    const past = await log(staff, owed, { text: "Look it up", day: "2026-11-19" });
    expect(past.json().fields).toEqual({ day: "Choose a later day." });
  });

  test("are due by the chosen time of day, and late ones come first", async () => {
    const { testApp } = await openDesk(createDatabase);
    const any = await askForCall(testApp, { bestTime: anyTime });
    const early = await askForCall(testApp, { bestTime: morning, email: "dee@example.com" });
    const late = await askForCall(testApp, { bestTime: afternoon, email: "ed@example.com" });
    testApp.clock.now = at("2026-11-20T11:30");
    const next = await askForCall(testApp, { bestTime: morning, email: "ann@example.com" });
    testApp.clock.now = at("2026-11-20T12:30");
    const later = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const { callBacks, count } = await list(later);
    expect(count).toBe(4);
    expect(
      callBacks.map(({ reference, startsAt, endsAt, isLate, isAnyTime }) => ({
        reference,
        startsAt,
        endsAt,
        isLate,
        isAnyTime,
      })),
    ).toEqual([
      {
        reference: early,
        startsAt: iso("2026-11-20T08:00"),
        endsAt: iso("2026-11-20T12:00"),
        isLate: true,
        isAnyTime: false,
      },
      {
        reference: late,
        startsAt: iso("2026-11-20T12:00"),
        endsAt: iso("2026-11-20T17:00"),
        isLate: false,
        isAnyTime: false,
      },
      {
        reference: any,
        startsAt: iso("2026-11-20T10:12"),
        endsAt: iso("2026-11-23T10:12"),
        isLate: false,
        isAnyTime: true,
      },
      {
        reference: next,
        startsAt: iso("2026-11-23T08:00"),
        endsAt: iso("2026-11-23T12:00"),
        isLate: false,
        isAnyTime: false,
      },
    ]);
    expect(await readCase(later, early)).toMatchObject({
      isOverdue: true,
      form: "CallBackRequests",
    });
    const counts = await later.request("GET", pathOf(callBackEndpoints.counts));
    expect(counts.json()).toEqual({ open: 4, overdue: 1 });
  });

  test("are tried again, then the person gets an email and the case is closed", async () => {
    const { testApp, staff } = await openDesk(createDatabase);
    const { clock, context, database } = testApp;
    const reference = await askForCall(testApp, { bestTime: afternoon });
    const path = pathOf(withId(callEndpoints.emailAfterTries, reference));
    const tooEarly = await staff.request("POST", path, { version: 1 });
    expect(tooEarly.statusCode).toBe(404);
    const stale = await log(staff, reference, { version: 7 });
    expect(stale.statusCode).toBe(409);
    for (const [index, outcome] of (
      ["no-answer", "left-message", "no-answer"] as const
    ).entries()) {
      const tried = (await log(staff, reference, { outcome })).json<CaseDetail>();
      expect(tried).toMatchObject({
        status: "in-progress",
        dueAt: iso("2026-11-23T17:00"),
        callBack: { tries: index + 1, startsAt: iso("2026-11-23T12:00") },
      });
    }
    const before = await readCase(staff, reference);
    expect(before.entries.slice(1).map(({ kind, via }) => [kind, via])).toEqual([
      ["call", "no-answer"],
      ["call", "left-message"],
      ["call", "no-answer"],
    ]);
    expect(before.callBack?.tries).toBe(maxCallTries);
    expect((await staff.request("POST", path, { version: before.version })).statusCode).toBe(200);
    clock.now += seconds(sendDelaySeconds);
    await sendDueReplies(context);
    expect(await readCase(staff, reference)).toMatchObject({ status: "done" });
    expect((await list(staff)).callBacks).toEqual([]);
    const emails = await database.db.selectFrom("mail_outbox").selectAll().execute();
    const reply = emails.find(({ kind }) => kind === "reply");
    expect(reply).toMatchObject({ recipient: otis.email });
  });

  test("end once the person was reached, or move to a time that they chose", async () => {
    const { testApp, staff } = await openDesk(createDatabase);
    const reference = await askForCall(testApp, { bestTime: afternoon });
    const bad = await log(staff, reference, {
      outcome: "another-time",
      time: { day: "2026-11-20", from: "08:00", until: "09:00" },
    });
    expect(bad.json()).toMatchObject({ fields: { day: "Choose a time that is not over." } });
    expect((await log(staff, reference, { outcome: "another-time" })).statusCode).toBe(422);
    const time = { day: "2026-11-24", from: "09:30", until: "11:00" };
    const moved = (
      await log(staff, reference, { outcome: "another-time", text: "Busy today.", time })
    ).json<CaseDetail>();
    expect(moved).toMatchObject({
      dueAt: iso("2026-11-24T11:00"),
      callBack: { tries: 0, startsAt: iso("2026-11-24T09:30"), isAnyTime: false },
    });
    expect(moved.history.at(-1)?.what).toBe(
      "Call: another time. Next call: Tuesday, November 24, 9:30 am to 11:00 am",
    );
    // The person waits for the call, whatever else is put off.
    const edit = { snooze: { until: "2026-12-04", reason: "Waits for the plumber" } };
    const { version } = await readCase(staff, reference);
    const path = `/api/desk/inbox/cases/${reference}`;
    expect((await staff.request("PATCH", path, { version, edit })).statusCode).toBe(200);
    expect((await list(staff)).callBacks).toMatchObject([{ reference }]);
    const missed = (await log(staff, reference, { outcome: "no-answer" })).json<CaseDetail>();
    expect(missed.callBack?.tries).toBe(1);
    const reached = await log(staff, reference, { text: "He has it now.", closes: true });
    expect(reached.json()).toMatchObject({ status: "done", answer: "in-time", callBack: null });
    expect((await list(staff)).count).toBe(0);
    const viewer = await signInStaff(testApp, ["viewer"], "Vera Lind");
    expect((await list(viewer)).count).toBe(0);
    expect((await log(viewer, reference, {})).statusCode).toBe(403);
    const later = { day: "2026-11-30", from: "09:30", until: "11:00" };
    const again = await log(staff, reference, { outcome: "another-time", time: later });
    expect(again.json()).toMatchObject({ status: "in-progress", callBack: { tries: 0 } });
  });

  test("a call about any message is an entry of its own and an answer", async () => {
    const { testApp, staff } = await openDesk(createDatabase);
    const values = { name: "Helen", email: "helen@example.com", phone: "", message: "Help" };
    const reference = await submitForm(testApp, values);
    await makeAllCases(testApp);
    const missed = (await log(staff, reference, { outcome: "no-answer" })).json<CaseDetail>();
    expect(missed).toMatchObject({ status: "new", answer: "none", callBack: null });
    const time = { day: "2026-11-24", from: "09:30", until: "11:00" };
    const noPhone = await log(staff, reference, { outcome: "another-time", time });
    expect(noPhone.statusCode).toBe(422);
    const talked = (await log(staff, reference, { text: "Solved." })).json<CaseDetail>();
    expect(talked).toMatchObject({ status: "in-progress", answer: "in-time" });
    expect(talked.entries.map(({ kind, text }) => [kind, text])).toEqual([
      ["message", "Help"],
      ["call", ""],
      ["call", "Solved."],
    ]);
  });
});

describeEachDialect("contacts that staff begin", (_open, createDatabase) => {
  const begin = async (staff: SignedInStaff, call: Partial<NewCall>) =>
    staff.request("POST", pathOf(callEndpoints.logCall), { ...newCall, ...call });
  const write = async (staff: SignedInStaff, message: Partial<NewMessage>) =>
    staff.request("POST", pathOf(callEndpoints.writeMessage), { ...newMessage, ...message });

  test("a logged call is a case: done, to follow up, or to call back", async () => {
    const { testApp, staff } = await openDesk(createDatabase);
    const { id } = await staffId(testApp, "Imani Bell");
    const done = (await begin(staff, {})).json().reference;
    expect(await readCase(staff, done)).toMatchObject({
      form: "PhoneCalls",
      name: "Ed",
      phone: "303-555-0177",
      status: "done",
      answer: "none",
      snippet: newCall.text,
      entries: [{ kind: "call", via: "reached", text: newCall.text }],
    });
    expect((await begin(staff, {})).json().reference).toBe(done);
    const follow = { key: "two", next: "follow-up", assigneeId: id, day: "2026-11-24" } as const;
    const followed = (await begin(staff, follow)).json().reference;
    expect(await readCase(staff, followed)).toMatchObject({
      status: "in-progress",
      assigneeId: id,
      dueAt: iso("2026-11-24T17:00"),
      history: expect.arrayContaining([
        expect.objectContaining({ what: expect.stringMatching(/Imani Bell/) }),
      ]),
    });
    const time = { day: "2026-11-20", from: "13:00", until: "15:00" };
    const back = (await begin(staff, { key: "three", next: "call-back", time })).json().reference;
    expect((await list(staff)).callBacks).toMatchObject([
      { reference: back, phone: typed.phone, about: newCall.text },
    ]);
    const none = await begin(staff, { key: "four", to: { ...typed, name: "", phone: "" } });
    expect(none.statusCode).toBe(422);
    const short = await begin(staff, { key: "five", to: { ...typed, phone: "12" } });
    expect(short.json()).toMatchObject({ fields: { phone: "Phone number is invalid." } });
  });

  test("an email to anyone is a case that waits for the answer; answers thread", async () => {
    const { testApp, staff } = await openDesk(createDatabase);
    const { clock, context, database } = testApp;
    const blank = await write(staff, { text: "Come at {{time of the ride}}." });
    expect(blank.statusCode).toBe(422);
    expect((await write(staff, { to: typed })).statusCode).toBe(422);
    const cases = await database.db.selectFrom("cases").select("id").execute();
    expect(cases).toEqual([]);
    const { reference } = (await write(staff, {})).json();
    expect((await write(staff, {})).json()).toEqual({ reference });
    const begun = await readCase(staff, reference);
    expect(begun).toMatchObject({
      status: "in-progress",
      started: newMessage.subject,
      entries: [],
    });
    expect(begun.sending).not.toBeNull();
    expect((await readAudit(testApp)).map(([, , what]) => what)).toContain("Began an email");
    const undo = pathOf(withId(replyEndpoints.undo, begun.sending?.id ?? ""));
    const undone = (await staff.request("POST", undo)).json<CaseDetail>();
    expect(undone.draft).toMatchObject({ text: newMessage.text });
    const again = { text: newMessage.text, blanks: {}, statusAfter: "waiting", templateId: "" };
    const { version } = undone;
    const send = pathOf(withId(replyEndpoints.send, reference));
    for (const text of ["Hello", "One more thing"]) {
      const current = await readCase(staff, reference);
      await staff.request("POST", send, { ...again, text, version: current.version });
      clock.now += seconds(sendDelaySeconds);
      await sendDueReplies(context);
    }
    expect(version).toBeGreaterThan(1);
    expect(await readCase(staff, reference)).toMatchObject({ status: "waiting", answer: "none" });
    const sent = await database.db
      .selectFrom("mail_outbox")
      .select(["recipient", "subject"])
      .where("kind", "=", "reply")
      .orderBy("id")
      .execute();
    expect(sent).toEqual([
      { recipient: "rosa@example.com", subject: newMessage.subject },
      { recipient: "rosa@example.com", subject: `Re: ${newMessage.subject}` },
    ]);
  });

  test("reach customers and earlier contacts by who they are, as the roles allow", async () => {
    const { testApp, staff } = await openDesk(createDatabase);
    const ruth = await signUp(testApp.app);
    const { uid } = (await ruth.request("GET", "/api/portal/profile")).json().user;
    const helen = { name: "Helen", email: "helen@example.com", phone: "", message: "Help" };
    const reference = await submitForm(testApp, helen);
    await makeAllCases(testApp);
    const read = async (id: string, reader = staff) =>
      reader.request("GET", pathOf(withId(callEndpoints.readRecipient, id)));
    expect((await read(`customer.${uid}`)).json<Recipient>()).toMatchObject({
      name: `${newAccount.firstName} ${newAccount.lastName}`,
      hasEmail: true,
    });
    expect((await read(`contact.${reference}`)).json<Recipient>()).toMatchObject({ name: "Helen" });
    for (const id of ["customer.nobody", "applicant.K7MP4R2X", "nothing", "constructor.x"]) {
      expect((await read(id)).statusCode).toBe(404);
    }
    // A draft belongs to whom the page names, whatever was typed.
    const path = pathOf(withId(newDraftEndpoints.save, `customer.${uid}`));
    const draft = { ...emptyNewDraft, email: "typed@example.com", text: "Hello" };
    expect((await staff.request("PUT", path, draft)).statusCode).toBe(200);
    const drafts = testApp.database.db.selectFrom("new_message_drafts").select(["email", "text"]);
    expect(await drafts.execute()).toEqual([{ email: newAccount.email, text: "Hello" }]);
    const called = await begin(staff, { to: { kind: "customer", id: uid } });
    expect(await readCase(staff, called.json().reference)).toMatchObject({
      email: newAccount.email,
      account: "unconfirmed",
    });
  });
});

async function staffId({ database }: TestApp, name: string) {
  return database.db
    .selectFrom("staff")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
}
