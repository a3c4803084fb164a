import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import type { CaseCounts, CaseDetail, CasePage } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { wakeCases } from "../cases/wake-cases.ts";

const helen = { name: "Helen Brandt", email: "helen@example.com", message: "Text too small" };

describeEachDialect("a snoozed message", (_open, createDatabase) => {
  async function openSnoozed(edit: object = {}) {
    const testApp = await openTestApp(createDatabase);
    const reference = await submitForm(testApp, helen);
    await makeAllCases(testApp);
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    const until = new Date(testApp.clock.now + days(7)).toISOString().slice(0, 10);
    const snooze = { until, reason: "Waits for the plumber" };
    const change = async (version: number, next: object) =>
      staff.request("PATCH", pathOf(withId(inboxEndpoints.change, reference)), {
        version,
        edit: next,
      });
    expect((await change(1, { ...edit, snooze })).statusCode).toBe(200);
    return { testApp, reference, staff, snooze, change };
  }
  const get = async (staff: SignedInStaff, path: string) =>
    (await staff.request("GET", path)).json();
  const list = async (staff: SignedInStaff, query = ""): Promise<readonly string[]> => {
    const page: CasePage = await get(staff, `${pathOf(inboxEndpoints.list)}?${query}`);
    return page.cases.map(({ reference }) => reference);
  };
  const read = (staff: SignedInStaff, reference: string): Promise<CaseDetail> =>
    get(staff, pathOf(withId(inboxEndpoints.read, reference)));

  test("leaves the open list, counts as late when it is, and comes back on its day", async () => {
    const { testApp, reference, staff, snooze } = await openSnoozed();
    const before = await read(staff, reference);
    expect(before).toMatchObject({ status: "new", snoozeReason: snooze.reason });
    expect(before.dueAt).not.toBeNull();
    expect(await list(staff)).toEqual([]);
    expect(await list(staff, "status=snoozed")).toEqual([reference]);
    expect(await list(staff, "q=helen")).toEqual([reference]);
    expect(before.history.at(-1)?.what).toBe(`Snoozed until ${snooze.until}`);

    testApp.clock.now += days(5);
    await wakeCases({ database: testApp.database, now: () => testApp.clock.now });
    const again = await signInStaff(testApp, ["agent"], "Paul Erling");
    const counts: CaseCounts = await get(again, pathOf(inboxEndpoints.counts));
    expect(counts).toMatchObject({ open: 0, overdue: 1, statuses: { snoozed: 1 } });
    expect(await list(again, "status=overdue")).toEqual([reference]);

    testApp.clock.now += days(2);
    await wakeCases({ database: testApp.database, now: () => testApp.clock.now });
    const last = await signInStaff(testApp, ["agent"], "Gil Moreno");
    expect(await list(last)).toEqual([reference]);
    const back = await read(last, reference);
    expect(back).toMatchObject({ status: "new", snoozedUntil: null, dueAt: before.dueAt });
    expect(back.history.at(-1)?.what).toBe(`Back from snooze: ${snooze.reason}`);
  });

  test("is in progress again on its day if it waited for a reply", async () => {
    const { testApp, reference, staff } = await openSnoozed({ status: "waiting" });
    expect(await read(staff, reference)).toMatchObject({ status: "waiting", dueAt: null });
    testApp.clock.now += days(8);
    await wakeCases({ database: testApp.database, now: () => testApp.clock.now });
    const paul = await signInStaff(testApp, ["agent"], "Paul Erling");
    const back = await read(paul, reference);
    expect(back).toMatchObject({ status: "in-progress", snoozedUntil: null });
    expect(back.dueAt).not.toBeNull();
  });

  test("keeps its day while it is assigned; a new status or End snooze brings it back", async () => {
    const { reference, staff, snooze, change } = await openSnoozed();
    await change(2, { assigneeId: staff.id });
    expect(await list(staff, "status=snoozed&assignee=me")).toEqual([reference]);
    await change(3, { snooze: null });
    expect(await list(staff)).toEqual([reference]);
    await change(4, { snooze });
    await change(5, { status: "in-progress" });
    expect(await list(staff)).toEqual([reference]);
    const today = { until: "2020-01-01", reason: "Too early" };
    expect((await change(6, { snooze: today })).statusCode).toBe(422);
  });
});
