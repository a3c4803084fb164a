import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { type SignedInStaff, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../platform/contract/define-endpoint.ts";
import { undoSeconds } from "../../../platform/contract/desk/undo.ts";
import { seconds } from "../../../platform/contract/durations.ts";
import { feedbackForm } from "../../messages/contract/forms/feedback.ts";
import { inboxEndpoints } from "../../messages/contract/inbox-endpoints.ts";
import { type OverviewResponse, overviewEndpoints } from "../contract/overview.ts";
import { listPeriods } from "./periods.ts";

const helen = { name: "Helen Brandt", email: "helen@example.com", message: "Text too small" };
const feedback = { firstName: "Ray", lastName: "Hill", email: "ray@example.com", feedback: "Good" };
const at = (time: string) => Date.parse(`${time}-07:00`);

async function read(staff: SignedInStaff, range = ""): Promise<OverviewResponse> {
  const response = await staff.request("GET", `${pathOf(overviewEndpoints.read)}?range=${range}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function setStatus(staff: SignedInStaff, reference: string, status: string) {
  const path = pathOf(withId(inboxEndpoints.read, reference));
  const { version } = (await staff.request("GET", path)).json();
  return staff.request("PATCH", path, { version, edit: { status } });
}

test("periods are days, weeks from Monday, or months, and end today", () => {
  const now = at("2026-11-20T09:30");
  expect(listPeriods(7, now).map(({ from }) => from)).toEqual([
    "2026-11-14",
    "2026-11-15",
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
  ]);
  const weeks = listPeriods(90, now);
  expect(weeks.slice(0, 2).map(({ from, to }) => `${from} ${to}`)).toEqual([
    "2026-08-23 2026-08-23",
    "2026-08-24 2026-08-30",
  ]);
  expect(weeks.at(-1)).toMatchObject({ from: "2026-11-16", to: "2026-11-20" });
  const months = listPeriods(365, now);
  expect(months).toHaveLength(13);
  expect(months.at(-1)).toMatchObject({ from: "2026-11-01", to: "2026-11-20" });
  // Daylight saving time ends on November 1.
  expect(months.map(({ endsAt }) => endsAt).slice(0, -1)).toEqual(
    months.map(({ startsAt }) => startsAt).slice(1),
  );
});

describeEachDialect("the overview", (_open, createDatabase) => {
  test("counts messages by day and form, without spam", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock } = testApp;
    clock.now = at("2026-11-18T10:00");
    await submitForm(testApp, helen);
    await submitForm(testApp, helen);
    clock.now = at("2026-11-20T00:10");
    await submitForm(testApp, feedback, feedbackForm.collection);
    const spam = await submitForm(testApp, helen);
    await makeAllCases(testApp);
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    const path = pathOf(withId(inboxEndpoints.read, spam));
    await staff.request("PATCH", path, { version: 1, edit: { isSpam: true } });
    const found = await read(staff, "7");
    expect(found).toMatchObject({ range: 7, messages: 3, messagesToday: 1, open: 3 });
    expect(found.answers).toMatchObject({ answered: 0, overdue: 2, closedWithoutReply: 0 });
    expect(found.periods.map(({ messages }) => messages)).toEqual([0, 0, 0, 0, 2, 0, 1]);
    const byForm = Object.fromEntries(found.forms.map(({ form, messages }) => [form, messages]));
    expect(byForm).toMatchObject({ ContactForm: 2, [feedbackForm.collection]: 1 });
    expect((await read(staff, "31")).range).toBe(30);
  });

  test("the first answer counts once, in working time, and not after an undo", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock } = testApp;
    clock.now = at("2026-11-17T16:30");
    const [first, second, third, fourth] = [
      await submitForm(testApp, helen),
      await submitForm(testApp, helen),
      await submitForm(testApp, helen),
      await submitForm(testApp, { ...helen, email: "ray@example.com" }),
    ];
    await makeAllCases(testApp);
    clock.now = at("2026-11-18T09:00");
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    await setStatus(staff, first, "waiting");
    await setStatus(staff, first, "done");
    await setStatus(staff, third, "in-progress");
    clock.now = at("2026-11-19T08:00");
    const again = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    await setStatus(again, second, "waiting");
    await setStatus(again, fourth, "done");
    const many = await again.request("POST", pathOf(inboxEndpoints.changeMany), {
      cases: [{ reference: third, version: 2 }],
      edit: { status: "done" },
    });
    clock.now += seconds(undoSeconds);
    const undo = await again.request("POST", pathOf(inboxEndpoints.undo), {
      undo: many.json().undo,
    });
    expect(undo.json()).toEqual({ restored: 1 });
    const found = await read(again, "7");
    expect(found.answers).toEqual({
      answered: 2,
      inTime: 1,
      overdue: 1,
      closedWithoutReply: 1,
      medianMinutes: 90,
      slowMinutes: 570,
      slowestMinutes: 570,
      notDue: 0,
    });
    // The answers by the day of their messages: two given, one of them in time, and one overdue.
    expect(found.shares.filter(({ due }) => due > 0)).toEqual([
      { from: "2026-11-17", to: "2026-11-17", due: 3, inTime: 1 },
    ]);
    expect(found.late).toMatchObject([{ reference: third, name: "Helen Brandt", staffId: null }]);
    expect(found.ages).toEqual([0, 0, 2, 0, 0, 0]);
    expect(found.forms.find(({ form }) => form === "ContactForm")).toMatchObject({ answered: 2 });
    expect(found.oldest).toMatchObject({
      reference: third,
      name: "Helen Brandt",
      days: 2,
      minutes: 570,
    });
    expect(found.openBy).toEqual([{ staffId: null, count: 2, overdue: 1 }]);
  });

  test("an answer after the due time is late; the export has both tables", async () => {
    const testApp = await openTestApp(createDatabase);
    testApp.clock.now = at("2026-11-17T10:00");
    const late = await submitForm(testApp, helen);
    await makeAllCases(testApp);
    testApp.clock.now = at("2026-11-18T10:01");
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    expect((await read(staff, "7")).answers).toMatchObject({ answered: 0, overdue: 1 });
    await setStatus(staff, late, "waiting");
    testApp.clock.now += seconds(30);
    expect((await read(staff, "7")).answers).toMatchObject({ answered: 1, inTime: 0 });
    const lines = async (table: string) => {
      const query = `range=7&table=${table}`;
      const path = `${pathOf(overviewEndpoints.export)}?${query}`;
      return (await staff.request("GET", path)).body.trim().split("\r\n");
    };
    expect((await lines("periods")).at(-2)).toBe("2026-11-17,2026-11-17,1,0,0");
    expect(await lines("forms")).toContain("Contact,1,1,0,1,0,0,541,541");
  });

  test("agrees with the list and with its export", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    testApp.clock.now = at("2026-11-16T10:00");
    const sent: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      const collection = index % 3 === 0 ? feedbackForm.collection : undefined;
      sent.push(await submitForm(testApp, collection ? feedback : helen, collection));
    }
    await makeAllCases(testApp);
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    for (const reference of sent.slice(0, 2)) await setStatus(staff, reference, "waiting");
    await setStatus(staff, sent[2] ?? "", "done");
    testApp.clock.now = at("2026-11-18T10:00");
    const later = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    for (const reference of sent.slice(3, 5)) await setStatus(later, reference, "waiting");
    await setStatus(later, sent[5] ?? "", "done");
    // Answered, closed and reopened: its own clock has just begun.
    await setStatus(later, sent[0] ?? "", "done");
    await setStatus(later, sent[0] ?? "", "in-progress");

    const { answers, forms, open } = await read(later, "7");
    const path = pathOf(inboxEndpoints.export);
    const csv = await later.request("GET", `${path}?status=all&format=ndjson`);
    const rows = csv.body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const countOf = (answer: string) => rows.filter((row) => row.answer === answer).length;
    expect(answers).toMatchObject({ answered: 4, inTime: 2, overdue: 3, closedWithoutReply: 2 });
    expect(answers).toMatchObject({
      answered: countOf("In time") + countOf("Late"),
      inTime: countOf("In time"),
      overdue: countOf("Overdue"),
      closedWithoutReply: countOf("Closed without reply"),
    });
    const listed = async (query: string) =>
      (await later.request("GET", `${pathOf(inboxEndpoints.list)}?${query}`)).json().count;
    expect(open).toBe(await listed("status=open"));
    expect(answers.overdue).toBe(await listed("status=overdue"));
    for (const one of forms) {
      expect(one.open).toBe(await listed(`status=open&form=${one.form}`));
      expect(one.overdue).toBe(await listed(`status=overdue&form=${one.form}`));
    }
  });
});
