import { expect, test } from "vitest";
import { applicationPath, openAt } from "../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { deskOf, openInterviews } from "../../../../tests/support/interviews.ts";
import { signInStaff } from "../../../../tests/support/staff.ts";
import { brand } from "../../../brand.ts";
import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import { days } from "../../../platform/contract/durations.ts";
import { applicationEndpoints } from "../../recruiting/contract/applications.ts";
import { deleteApplications } from "../../recruiting/server/resumes/discard.ts";
import { interviewEndpoints } from "../contract/endpoints.ts";
import { interviewNames } from "../contract/interviews.ts";
import { interviewData } from "./data.ts";
import { remindOfInterviews } from "./remind.ts";

const sequenceOf = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)?.[1]);

describeEachDialect("interviews", (_open, createDatabase) => {
  test("an applicant chooses a time that staff keep free, and both are told", async () => {
    const { testApp, noor, add, week, read, change, apply, tell, emails } =
      await openInterviews(createDatabase);
    const { reference, path, open, post, choose } = await apply();
    expect((await open()).text).not.toContain("Choose a time");
    await add();
    await add({ day: "2026-11-19", kind: "place", place: "12 Elm St, Denver" });
    const [slot, other] = (await week()).slots;
    await change("offer", reference);
    await tell();
    expect((await emails()).map(({ subject }) => subject)).toEqual([
      `Choose a time for your interview (${reference})`,
    ]);
    const offered = await open();
    expect(offered.text).toContain("Hello Tia. You can choose a time for your interview now.");
    expect(offered.text).toContain("Times that are free, Mountain Time:");
    expect(offered.text).toContain("Wednesday, November 18 10:30 am By phone, 20\u00a0minutes");
    expect((await post("choose-time")).body).toContain("Please choose one of the times first.");

    expect(await choose(slot.id)).toBe(`${path}#${interviewNames.section}`);
    expect(await choose(slot.id)).toBe(`${path}#${interviewNames.section}`);
    const booked = await open();
    expect(booked.text).toContain("Interview: Wednesday, November 18, 10:30 am");
    expect(booked.text).toContain("Noor calls you at 303-555-0123. It takes 20 minutes.");
    expect(booked.text).not.toContain("You can choose");
    expect((await emails()).slice(1).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["interview-booked", "tia@example.com"],
      ["interview-notice", expect.stringContaining("noor")],
    ]);
    expect((await read(reference)).slot).toMatchObject({ id: slot.id, staffId: noor.id });
    expect((await week()).slots.map((one: typeof slot) => one.applicant)).toEqual([
      { reference, name: "Tia Lam", state: "booked" },
      null,
    ]);

    const file = await testApp.app.inject({ url: `${path}/${interviewNames.file}` });
    expect(file.headers["content-type"]).toBe("text/calendar; charset=utf-8; method=PUBLISH");
    const lines = file.body.split("\r\n");
    expect(lines).toEqual(expect.arrayContaining(["METHOD:PUBLISH", "SEQUENCE:0"]));
    expect(lines).toContain("DTSTART:20261118T173000Z");
    expect(lines).toContain("DTEND:20261118T175000Z");
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const stored = await testApp.database.db
      .selectFrom("mail_outbox")
      .select("attachments")
      .where("kind", "=", "interview-booked")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(stored.attachments)[0].content).toContain("STATUS:CONFIRMED");

    expect(await choose(other.id)).toBe(`${path}#${interviewNames.section}`);
    expect((await open()).text).toContain("Noor meets you at 12 Elm St, Denver.");
    const moved = await testApp.app.inject({ url: `${path}/${interviewNames.file}` });
    expect(moved.body).toContain("SEQUENCE:1\r\n");
    const uid = /UID:\S+/;
    expect(uid.exec(moved.body)?.[0]).toBe(uid.exec(file.body)?.[0]);
  });

  test("two cannot choose the same time", async () => {
    const { add, week, change, apply } = await openInterviews(createDatabase);
    const both = [await apply(), await apply({ email: "ben@example.com", phone: "303-555-0124" })];
    await add();
    const [slot] = (await week()).slots;
    for (const { reference } of both) await change("offer", reference);
    const targets = await Promise.all(both.map(({ choose }) => choose(slot.id)));
    expect(targets.filter((one) => one.includes(interviewNames.taken))).toHaveLength(1);
    const late = both[targets.findIndex((one) => one.includes(interviewNames.taken))];
    const { text } = (await late?.open(`?${interviewNames.taken}`)) ?? { text: "" };
    expect(text).toContain("Someone else just took that time.");
    expect(text).not.toContain("10:30 am");
  });

  test("what ends an interview frees its time and tells both, unless it is undone", async () => {
    const desk = await openInterviews(createDatabase);
    const { testApp, noor, add, week, change, move, send, apply, tell, emails } = desk;
    const { reference, path, open, post, choose } = await apply();
    await add();
    const [slot] = (await week()).slots;
    const isFree = async () => (await week()).slots[0]?.applicant === null;
    const book = async () => {
      await change("offer", reference);
      await choose(slot.id);
    };
    const sequences: number[] = [];
    const endings: Readonly<Record<string, () => Promise<{ undo?: string }>>> = {
      rejected: () => move(reference, "rejected"),
      background: () => move(reference, "background"),
      canceled: () => change("cancel", reference),
      again: () => change("offer", reference),
    };
    for (const [name, end] of Object.entries(endings)) {
      await book();
      const { undo = "" } = await end();
      expect(await isFree(), name).toBe(true);
      const isMove = name === "rejected" || name === "background";
      const undoPath = isMove ? pathOf(applicationEndpoints.undo) : pathOf(interviewEndpoints.undo);
      const undone = await noor.request("POST", undoPath, { undo });
      expect(undone.json().restored, name).toBeGreaterThan(0);
      expect(await isFree(), name).toBe(false);
      const before = (await emails()).length;
      const booked = sequenceOf((await testApp.app.inject({ url: `${path}/interview.ics` })).body);
      await tell();
      expect((await emails()).length, name).toBe(before);
      await end();
      await tell();
      const told = (await emails()).slice(before);
      const kind = name === "again" ? "interview-offer-again" : "interview-canceled";
      expect(
        told.map((one) => one.kind),
        name,
      ).toEqual([kind, "interview-notice"]);
      expect(told[1]?.subject, name).toBe(`This interview is off: ${reference}`);
      const { attachments } = await testApp.database.db
        .selectFrom("mail_outbox")
        .select("attachments")
        .where("kind", "=", kind)
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      const [file] = JSON.parse(attachments);
      expect(file.type, name).toContain("method=CANCEL");
      expect(file.content, name).toMatch(/METHOD:CANCEL\r\n.*STATUS:CANCELLED/s);
      expect(file.content, name).toContain("DTSTART:20261118T173000Z");
      expect(sequenceOf(file.content), name).toBeGreaterThan(booked);
      sequences.push(sequenceOf(file.content));
      if (isMove) await move(reference, "interview");
    }
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
    expect(new Set(sequences).size).toBe(sequences.length);

    await choose(slot.id);
    await post("take-back");
    expect(await isFree()).toBe(true);
    expect((await testApp.app.inject({ url: `${path}/interview.ics` })).statusCode).toBe(404);
    expect((await open()).text).not.toContain("Interview:");

    const late = await send("remove", slot.id, { version: slot.version, withLater: false }, 409);
    expect(late.code).toBe("conflict");
  });

  test("what is offered anew says why, and whoever lost a time is told once", async () => {
    const desk = await openInterviews(createDatabase);
    const { testApp, noor, add, week, change, apply, tell, emails } = desk;
    const { reference, path, open, post, choose } = await apply();
    await add();
    await add({ day: "2026-11-19" });
    await add({ day: "2026-11-25" });
    const [first, second] = (await week()).slots;
    const told = async (act: () => Promise<unknown>) => {
      const before = (await emails()).length;
      await act();
      await tell();
      return (await emails()).slice(before).map(({ kind, subject }) => `${kind} ${subject}`);
    };
    const off = `interview-notice This interview is off: ${reference}`;
    const again = `interview-offer-again Please choose another time for your interview (${reference})`;
    await change("offer", reference);
    await choose(first.id);
    const twice = async (name: "cancel" | "offer") => {
      await change(name, reference);
      await change("offer", reference, { staffId: noor.id });
    };
    for (const name of ["cancel", "offer"] as const) {
      expect(await told(() => twice(name)), name).toEqual([again, off]);
      await choose(first.id);
    }
    expect(
      (await told(() => change("offer", reference).then(() => choose(second.id)))).at(-1),
    ).toBe(`interview-notice An interview of yours has a new time: ${reference}`);

    testApp.clock.now = Date.parse("2026-11-19T18:00:00Z");
    await testApp.database.write((trx) =>
      trx.updateTable("interviews").set({ state: "no-show" }).execute(),
    );
    const later = deskOf(await signInStaff(testApp, ["recruiter"], "Una Bell"));
    expect(await told(() => later.change("offer", reference))).toEqual([
      `interview-offer Choose a time for your interview (${reference})`,
    ]);

    // From a page that was left open: what was written arrives, although no time is offered.
    await later.move(reference, "background");
    const sent = await post("ask-time", { message: "Fridays after 3" });
    expect(sent.headers.location).toBe(`${path}?sent#sent`);
    expect((await open()).text).toContain("Fridays after 3");
  });

  test("an applicant asks, changes and cancels until 12 hours before, and is reminded", async () => {
    const { testApp, add, week, read, change, apply, emails, noor } =
      await openInterviews(createDatabase);
    const { clock, context, database } = testApp;
    const one = await apply({ smsConsent: "yes", zip: "10001" });
    const other = await apply({ email: "ben@example.com", phone: "303-555-0124" });
    await add();
    await add({ clock: "07:00" });
    const [early, slot] = (await week()).slots;
    await change("offer", one.reference);
    await change("offer", other.reference);
    expect((await one.post("ask-time", { message: " " })).body).toContain(
      "Please write when you can talk.",
    );
    await one.post("ask-time", { message: "Fridays after 3", _key: "1" });
    await one.post("ask-time", { message: "Fridays after 3", _key: "1" });
    expect((await read(one.reference)).hasAsked).toBe(true);
    const { entries } = await openAt(noor, one.reference);
    expect(entries.map(({ text }) => text)).toEqual([
      "Another time for the interview: Fridays after 3",
    ]);
    const asked = (await one.open()).text;
    expect(asked).toContain("You asked for another time. We write to you about it.");
    expect(asked).not.toContain("You can choose a time for your interview now.");
    expect(asked).toContain("9:00 am By phone");

    await one.choose(early.id);
    await other.choose(slot.id);
    expect((await one.open("?change-time")).text).toContain(
      "Now it is Wednesday, November 18, 9:00 am",
    );
    await other.post("cancel-time");
    expect((await other.open()).text).not.toContain("Choose a time");
    expect((await week()).slots[1].applicant).toBeNull();
    expect((await emails()).map(({ kind }) => kind).slice(-2)).toEqual([
      "interview-canceled",
      "interview-notice",
    ]);

    const remind = async (at: string) => {
      clock.now = Date.parse(at);
      await remindOfInterviews(context);
      await remindOfInterviews(context);
      const kinds = (await emails()).map(({ kind }) => kind);
      return kinds.filter((kind) => kind === "interview-reminder").length;
    };
    const texts = () =>
      database.db.selectFrom("texts").select(["body", "next_try_at"]).orderBy("id").execute();
    expect(await remind("2026-11-17T13:55:00Z")).toBe(0);
    expect(await remind("2026-11-17T14:01:00Z")).toBe(1);
    expect((await texts()).map(({ body }) => body)).toEqual([
      `${brand.name}: your interview is on Wednesday, November 18, 9:00 am, Eastern Time. Questions? Call ${brand.phone.shown}. STOP ends texts.`,
    ]);
    await one.choose(slot.id);
    expect((await one.open()).text).toContain("Interview: Wednesday, November 18, 12:30 pm");
    expect(await texts()).toEqual([]);
    expect(await remind("2026-11-17T17:31:00Z")).toBe(2);
    expect((await texts()).map(({ body }) => body)).toEqual([
      expect.stringContaining("Wednesday, November 18, 12:30 pm, Eastern Time."),
    ]);
    clock.now = Date.parse("2026-11-18T05:31:00Z");
    expect((await one.open("?change-time")).text).toContain("It begins in less than 12 hours.");
    await one.post("cancel-time");
    expect((await one.open()).text).toContain("Interview: Wednesday, November 18, 12:30 pm");
  });

  test("a deletion takes all of it, a merge moves it, and a copy has it", async () => {
    const { testApp, add, week, change, apply, noor } = await openInterviews(createDatabase);
    const { clock, context, database } = testApp;
    const first = await apply({ smsConsent: "yes" });
    await add();
    const [slot] = (await week()).slots;
    await change("offer", first.reference);
    await first.choose(slot.id);
    const second = await apply({ email: "tia.lam@example.com" });
    // A past interview of the one that is kept does not end what is to come.
    await change("offer", second.reference);
    await database.write((trx) =>
      trx
        .updateTable("interviews")
        .set({ state: "no-show", tells: "", tell_at: null })
        .where("state", "=", "offered")
        .execute(),
    );
    const [kept, other] = await Promise.all(
      [second, first].map(({ reference }) => openAt(noor, reference)),
    );
    const merged = await noor.request("POST", applicationPath("merge", second.reference), {
      version: kept?.version,
      other: { reference: first.reference, version: other?.version },
    });
    expect([merged.statusCode, merged.body]).toEqual([200, expect.anything()]);
    expect((await week()).slots[0].applicant.reference).toBe(second.reference);
    expect((await second.open()).text).toContain("Interview: Wednesday");

    clock.now = Date.parse("2026-11-17T17:31:00Z");
    await database.write((trx) =>
      trx
        .updateTable("applications")
        .set({ consents: JSON.stringify({ sms: {} }) })
        .execute(),
    );
    await remindOfInterviews(context);
    const owner = { uid: null, email: "tia.lam@example.com", sessionId: "" };
    expect(await interviewData.collect(owner, context)).toMatchObject({
      interviews: [
        {
          application: second.reference,
          state: "booked",
          startsAt: "2026-11-18T17:30:00.000Z",
          reminders: [{ text: expect.stringContaining("your interview is on"), sentAt: null }],
        },
      ],
    });
    const rows = await database.db.selectFrom("applications").select("id").execute();
    const ids = rows.map(({ id }) => id);
    await database.write((trx) => deleteApplications(trx, ids, clock.now));
    for (const table of ["interviews", "texts"] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    expect(await database.db.selectFrom("interview_slots").select("id").execute()).toHaveLength(1);
    clock.now += days(100);
    await remindOfInterviews(context);
    expect(await database.db.selectFrom("interview_slots").select("id").execute()).toEqual([]);
  });
});
