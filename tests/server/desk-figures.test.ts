import { expect, test } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { supportForm } from "../../src/features/messages/contract/forms/support.ts";
import {
  type CaseCounts,
  type CaseFilter,
  type CasePage,
  inboxForms,
  settableStatuses,
} from "../../src/features/messages/contract/inbox.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import {
  type OverviewResponse,
  overviewEndpoints,
} from "../../src/features/overview/contract/overview.ts";
import { applicationEndpoints } from "../../src/features/recruiting/contract/applications.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { sentStatuses, stages } from "../../src/features/recruiting/contract/stages.ts";
import {
  changeStatus,
  givenStatuses,
} from "../../src/features/recruiting/server/applications/status.ts";
import { pathOf, withId } from "../../src/platform/contract/define-endpoint.ts";
import { days, hours } from "../../src/platform/contract/durations.ts";
import { makeAllCases, submitForm } from "../support/cases.ts";
import { indexAllApplications } from "../support/desk-applications.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { validValues } from "../support/form-values.ts";
import { TestBrowser } from "../support/recruiting.ts";
import { type SignedInStaff, signInAgain, signInStaff } from "../support/staff.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

type Line = Readonly<Record<string, unknown>>;

async function get(staff: SignedInStaff, path: string) {
  const response = await staff.request("GET", path);
  expect([path, response.statusCode]).toEqual([path, 200]);
  return response;
}

async function signInImani(testApp: TestApp): Promise<SignedInStaff> {
  const staff = await signInAgain(testApp, "Imani Bell");
  if (!staff) throw new Error("Imani is missing.");
  return staff;
}

async function readExport(staff: SignedInStaff, path: string, query: string): Promise<Line[]> {
  const { body } = await get(staff, `${path}?${query}&format=ndjson`);
  return body
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/**
 * Messages of two forms in every status, answered before or not, late or not, some of them spam,
 * assigned or tagged.
 */
async function fillInbox(testApp: TestApp) {
  const { id: assigneeId } = await signInStaff(testApp, ["agent"], "Imani Bell");
  const change = async (staff: SignedInStaff, reference: string, edit: object) => {
    const path = pathOf(withId(inboxEndpoints.change, reference));
    const { version } = (await staff.request("GET", path)).json();
    expect((await staff.request("PATCH", path, { version, edit })).statusCode).toBe(200);
  };
  for (const isLate of [true, false]) {
    const references: [string, (typeof settableStatuses)[number], boolean, boolean][] = [];
    for (const form of [contactForm, supportForm]) {
      for (const status of settableStatuses) {
        for (const isAnswered of [true, false]) {
          for (const isSpam of [true, false]) {
            const reference = await submitForm(testApp, validValues(form), form.collection);
            references.push([reference, status, isAnswered, isSpam]);
          }
        }
      }
    }
    await makeAllCases(testApp);
    testApp.clock.now += isLate ? days(7) : hours(1);
    const imani = await signInImani(testApp);
    for (const [reference, status, isAnswered, isSpam] of references) {
      if (isAnswered) await change(imani, reference, { status: "waiting", assigneeId });
      await change(imani, reference, { status, tags: isAnswered ? ["answered"] : [] });
      if (isSpam) await change(imani, reference, { isSpam });
    }
  }
}

describeEachDialect("the figures of the desk", (_open, createDatabase) => {
  test("of the inbox agree: counts, list, export and overview", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    await fillInbox(testApp);
    const staff = await signInImani(testApp);
    const counts: CaseCounts = (await get(staff, pathOf(inboxEndpoints.counts))).json();
    const filters: readonly [CaseFilter, number | undefined][] = [
      [{}, counts.open],
      [{ status: "all" }, undefined],
      ...Object.entries(counts.statuses).map(
        ([status, count]) => [{ status } as CaseFilter, count] as const,
      ),
      ...Object.entries(counts.forms).map(([form, count]) => [{ form }, count] as const),
      ...Object.entries(counts.platforms).map(
        ([platform, count]) => [{ platform }, count] as const,
      ),
      ...Object.entries(counts.assignees).map(
        ([assignee, count]) => [{ assignee }, count] as const,
      ),
      ...Object.entries(counts.tags).map(([tag, count]) => [{ tag }, count] as const),
    ].map(([filter, count]) => [filter as CaseFilter, count as number | undefined]);
    expect(filters.length).toBeGreaterThan(20);
    for (const [filter, count] of filters) {
      const query = new URLSearchParams(filter as Record<string, string>).toString();
      const page: CasePage = (await get(staff, `${pathOf(inboxEndpoints.list)}?${query}`)).json();
      const exported = await readExport(staff, pathOf(inboxEndpoints.export), query);
      expect([query, page.count, page.isCountExact]).toEqual([query, exported.length, true]);
      if (count !== undefined) expect([query, count]).toEqual([query, page.count]);
      let listed = page.cases.length;
      for (let { next } = page; next !== null; ) {
        const later: CasePage = (
          await get(staff, `${pathOf(inboxEndpoints.list)}?${query}&after=${next}`)
        ).json();
        listed += later.cases.length;
        next = later.next;
      }
      expect([query, listed]).toEqual([query, page.count]);
    }

    const overview: OverviewResponse = (
      await get(staff, `${pathOf(overviewEndpoints.read)}?range=90`)
    ).json();
    const all = await readExport(staff, pathOf(inboxEndpoints.export), "status=all");
    for (const one of overview.forms) {
      const own = all.filter(({ form }) => form === inboxForms[one.form]);
      const answersOf = (answer: string) => own.filter((line) => line.answer === answer).length;
      expect(one).toMatchObject({
        messages: own.length,
        open: counts.forms[one.form],
        answered: own.filter((line) => Boolean(line["first answer"])).length,
        overdue: answersOf("Overdue"),
        closedWithoutReply: answersOf("Closed without reply"),
      });
    }
    expect(overview.open).toBe(counts.open);
    expect(overview.answers.overdue).toBe(counts.overdue);
    expect(overview.messages).toBe(all.length);
    const byAssignee = overview.openBy.map(({ staffId, count }) => [staffId ?? "nobody", count]);
    const { me: _, ...assignees } = counts.assignees;
    expect(Object.fromEntries(byAssignee)).toEqual(
      Object.fromEntries(Object.entries(assignees).filter(([, count]) => count > 0)),
    );
  });

  test("of applications agree: counts, board, list and export", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    for (const [index, status] of [...givenStatuses, ...givenStatuses].entries()) {
      const browser = new TestBrowser(testApp.app);
      const reference = await browser.apply("care", tracks.care.intake, {
        email: `person${index}@example.com`,
        phone: `303-555-${1000 + index}`,
      });
      await changeStatus(reference, status, testApp.context);
    }
    await indexAllApplications(testApp);
    const staff = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const listed = async (query: string) => {
      const page = (await get(staff, `${pathOf(applicationEndpoints.list)}?${query}`)).json();
      const exported = await readExport(staff, pathOf(applicationEndpoints.export), query);
      expect([query, page.count, page.applications.length]).toEqual([
        query,
        exported.length,
        exported.length,
      ]);
      return page.count as number;
    };
    const counts = (await get(staff, pathOf(applicationEndpoints.counts))).json();
    expect(counts.open).toBe(await listed(""));
    const board = (await get(staff, pathOf(applicationEndpoints.board))).json().stages;
    for (const status of sentStatuses) {
      const count = await listed(`status=${status}`);
      if (!(stages as readonly string[]).includes(status)) continue;
      const stage = board.find((one: { status: string }) => one.status === status);
      expect([status, stage.count, stage.applications.length]).toEqual([status, count, count]);
    }
    expect(await listed("status=all")).toBe(2 * givenStatuses.length);
  });
});
