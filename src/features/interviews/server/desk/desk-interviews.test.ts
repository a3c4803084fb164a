import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { deskOf, openInterviews } from "../../../../../tests/support/interviews.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { interviewEndpoints } from "../../contract/endpoints.ts";
import { remindOfInterviews } from "../remind.ts";

describeEachDialect("interviews at the desk", (_open, createDatabase) => {
  test("times are kept free once or each week, also over a change of clocks, and removed", async () => {
    const desk = await openInterviews(createDatabase);
    const { testApp, noor, add, week, send } = desk;
    const agent = await signInStaff(testApp, ["agent"], "Ben Ito");
    const refused: readonly (readonly [changes: object, field: string])[] = [
      [{ day: "2026-11-15" }, "day"],
      [{ day: "2027-12-01" }, "day"],
      [{ day: "2027-03-14", clock: "02:30" }, "clock"],
      [{ kind: "video", place: "javascript:alert(1)" }, "place"],
      [{ kind: "place" }, "place"],
      [{ staffId: agent.id }, "staffId"],
      [{ until: "2026-11-17" }, "until"],
      [{ until: "2027-11-18" }, "until"],
    ];
    for (const [changes, field] of refused) {
      const { code, fields } = await add(changes, 422);
      expect([code, Object.keys(fields)], field).toEqual(["invalid", [field]]);
    }
    await add({ minutes: 25 }, 400);
    const { added } = await add({ day: "2027-03-03", until: "2027-03-24" });
    expect(added).toBe(4);
    const starts: string[] = [];
    for (const day of ["2027-03-07", "2027-03-10", "2027-03-18", "2027-03-22"]) {
      const { slots } = await week(day);
      starts.push(...slots.map((slot: { startsAt: string }) => slot.startsAt.slice(5, 16)));
    }
    expect(starts).toEqual(["03-03T17:30", "03-10T17:30", "03-17T16:30", "03-24T16:30"]);

    const [second] = (await week("2027-03-10")).slots;
    const removal = { version: second.version, withLater: true };
    const { removed, undo } = await send("remove", second.id, removal);
    expect(removed).toBe(3);
    expect((await week("2027-03-17")).slots).toEqual([]);
    await send("remove", second.id, removal, 404);
    expect(await send("undo", "", { undo })).toEqual({ restored: 3 });
    const [back] = (await week("2027-03-17")).slots;
    expect(back).toMatchObject({ staffId: noor.id, isWeekly: true, applicant: null });
    const audit = (await readAudit(testApp)).map((line) => line.join(" "));
    for (const line of ["Added 4 times for interviews", "Undone: Removed 3 times for interviews"]) {
      expect(audit.some((one) => one.includes(line))).toBe(true);
    }
  });

  test("a chosen time that moves is told with the next version of the calendar event", async () => {
    const desk = await openInterviews(createDatabase);
    const { testApp, noor, add, week, send, change, apply, tell, emails } = desk;
    const { reference, path, choose } = await apply();
    await add();
    const [free] = (await week()).slots;
    await change("offer", reference);
    await choose(free.id);
    const [slot] = (await week()).slots;
    const { id, version, minutes, kind, place, staffId } = slot;
    const fields = { minutes, kind, place, staffId, day: "2026-11-19", clock: "15:00" };
    await send("change", id, { ...fields, version: version - 1 }, 409);
    await send("remove", id, { version, withLater: false }, 409);
    const { undo } = await send("change", id, { ...fields, version });
    expect(await send("undo", "", { undo })).toEqual({ restored: 1 });
    const restored = (await week()).slots[0];
    expect(restored.startsAt).toBe(slot.startsAt);
    await send("change", id, { ...fields, version: restored.version });
    await tell();
    const told = (await emails()).slice(-2);
    expect(told.map((one) => one.subject)).toEqual([
      `Your interview has a new time: Thursday, November 19, 3:00 pm, Mountain Time (${reference})`,
      `An interview of yours has a new time: ${reference}`,
    ]);
    const file = await testApp.app.inject({ url: `${path}/interview.ics` });
    expect(file.body).toContain("SEQUENCE:1\r\n");

    await change("outcome", reference, { outcome: "done" }, 409);
    testApp.clock.now = Date.parse("2026-11-19T22:10:00Z");
    const later = await signInStaff(testApp, ["recruiter"], "Rosa Vega");
    const outcome = async (body: object) => {
      const to = pathOf(interviewEndpoints.outcome).replace(":id", reference);
      return (await later.request("PUT", to, body)).statusCode;
    };
    const read = pathOf(interviewEndpoints.read).replace(":id", reference);
    const seen = (await later.request("GET", read)).json();
    expect(await outcome({ version: seen.version - 1, outcome: "no-show" })).toBe(409);
    expect(await outcome({ version: seen.version, outcome: "no-show" })).toBe(200);
    expect((await later.request("GET", read)).json()).toMatchObject({ state: "no-show" });
    expect(noor.id).not.toBe(later.id);
  });

  test("who interviews and what changes is told to those whom it is about", async () => {
    const desk = await openInterviews(createDatabase);
    const { testApp, noor, add, change, apply, tell, emails } = desk;
    const rosa = await signInStaff(testApp, ["recruiter"], "Rosa Vega");
    const { reference, choose } = await apply({ smsConsent: "yes" });
    await add({ day: "2026-11-17", clock: "23:00" });
    const [free] = (await desk.week()).slots;
    await change("offer", reference);
    await choose(free.id);
    const { minutes, kind } = free;
    const as = { minutes, kind, place: "", staffId: noor.id, day: "2026-11-17", clock: "23:00" };
    let { send, week } = desk;
    const edit = async (changes: object) => {
      const before = (await emails()).length;
      const [{ id, version }] = (await week()).slots;
      await send("change", id, { ...as, ...changes, version });
      await tell();
      return (await emails()).slice(before).map((one) => `${one.recipient}: ${one.subject}`);
    };
    const at = "Tuesday, November 17, 11:00 pm, Mountain Time";
    const [toNoor, toRosa] = ["noor.aziz@example.com", "rosa.vega@example.com"];
    expect(await edit({})).toEqual([]);
    const isDone = `tia@example.com: Your interview on ${at} has changed (${reference})`;
    expect(await edit({ minutes: 45 })).toEqual([
      isDone,
      `${toNoor}: An interview of yours has changed: ${reference}`,
    ]);
    expect(await edit({ minutes: 45, staffId: rosa.id })).toEqual([
      isDone,
      `${toNoor}: This interview is off: ${reference}`,
      `${toRosa}: You have a new interview: ${reference}`,
    ]);

    // Reminded at 11 pm; the text waits for the morning, with the old time.
    testApp.clock.now = Date.parse("2026-11-17T06:01:00Z");
    await remindOfInterviews(testApp.context);
    const texts = () => testApp.database.db.selectFrom("texts").select("body").execute();
    expect(await texts()).toHaveLength(1);
    ({ send, week } = deskOf(await signInStaff(testApp, ["recruiter"], "Una Bell")));
    await edit({ minutes: 45, staffId: rosa.id, day: "2026-11-18" });
    expect(await texts()).toEqual([]);

    await testApp.database.write((trx) =>
      trx
        .updateTable("staff")
        .set({ disabled_at: testApp.clock.now })
        .where("id", "=", rosa.id)
        .execute(),
    );
    expect(await week("2026-12-30")).toMatchObject({
      slots: [],
      unstaffed: [{ staffId: rosa.id, hasStaff: false, applicant: { reference } }],
    });
    const [{ id, version }] = (await week()).slots;
    testApp.clock.now = Date.parse("2026-11-19T06:01:00Z");
    const late = deskOf(await signInStaff(testApp, ["recruiter"], "Ian Moss"));
    await late.send("change", id, { ...as, version, day: "2026-11-20" }, 409);
  });

  test("questions are kept in one place, and scores stay with their words", async () => {
    const { noor, read, send, apply } = await openInterviews(createDatabase);
    const { reference } = await apply();
    const save = async (questions: readonly object[], status = 200) => {
      const { version } = await send("kit", "");
      return (await send("saveKit", "", { version, questions }, status)).questions;
    };
    const [first, second] = await save([
      { id: null, question: "Why care?" },
      { id: null, question: "Hard day?" },
    ]);
    await send("score", reference, { questionId: first.id, score: 3 }, 400);
    await send("score", reference, { questionId: "none", score: 1 }, 404);
    await send("score", reference, { questionId: first.id, score: 1 });
    const { undo } = await send("score", reference, { questionId: first.id, score: 2 });
    expect(await send("undo", "", { undo })).toEqual({ restored: 1 });
    await send("score", reference, { questionId: second.id, score: 0 });
    await save([{ id: first.id, question: "Why do you want to care?" }]);
    const scored = await read(reference);
    expect(scored.questions.map(({ question }) => question)).toEqual(["Why do you want to care?"]);
    expect(scored.scores).toMatchObject([
      { id: first.id, question: "Why care?", score: 1, staffId: noor.id },
      { id: second.id, question: "Hard day?", score: 0 },
    ]);
    await send("score", reference, { questionId: second.id, score: 2 }, 404);
    await send("score", reference, { questionId: second.id, score: null });
    expect((await read(reference)).scores).toHaveLength(1);
    await save([first, first], 400);

    const { version } = await send("kit", "");
    const [one, other] = ["One", "Other"].map((question) => ({
      version,
      questions: [{ id: first.id, question }],
    }));
    const path = pathOf(interviewEndpoints.saveKit);
    const saved = await Promise.all([one, other].map((body) => noor.request("PUT", path, body)));
    expect(saved.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const won = saved.findIndex(({ statusCode }) => statusCode === 200);
    expect((await send("kit", "")).questions).toEqual([one, other][won]?.questions);
  });
});
