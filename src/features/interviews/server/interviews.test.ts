import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { openInterviews } from "../../../../tests/support/interviews.ts";
import { interviewNames } from "../contract/interviews.ts";

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
});
