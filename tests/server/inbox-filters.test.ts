import { expect, test } from "vitest";
import { supportForm } from "../../src/features/messages/contract/forms/support.ts";
import {
  type CaseFilter,
  type CaseRow,
  caseStatuses,
  openStatuses,
} from "../../src/features/messages/contract/inbox.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { toCaseQuery } from "../../src/features/messages/server/inbox/list/case-filter.ts";
import { listCases } from "../../src/features/messages/server/inbox/list/list-cases.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { days } from "../../src/platform/contract/durations.ts";
import { platform } from "../../src/platform/contract/form-engine/fields.ts";
import { makeAllCases, submitForm } from "../support/cases.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { validValues } from "../support/form-values.ts";
import { signInStaff } from "../support/staff.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const [app] = platform.options;
const ray = { name: "Ray Whitfield", email: "ray@example.com", message: "Do you cover Greeley?" };

const editCount = 6;

/** Cases in every state: status, assignee, tag, spam, overdue. */
async function openInbox(testApp: TestApp) {
  const send = async () => {
    const sent: string[] = [];
    for (let index = 0; index < editCount; index += 1) {
      const email = `ray${index}@example.com`;
      sent.push(await submitForm(testApp, { ...ray, email }));
      sent.push(
        await submitForm(
          testApp,
          { ...validValues(supportForm), platform: app, email },
          supportForm.collection,
        ),
      );
    }
    return sent;
  };
  const references = await send();
  // The first cases become overdue; those sent next are not.
  testApp.clock.now += days(7);
  references.push(...(await send()));
  await makeAllCases(testApp);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
  const edits: readonly object[] = [
    {},
    { assigneeId: imani.id, tags: ["billing"] },
    { assigneeId: paul.id, status: "in-progress" },
    { status: "waiting", tags: ["billing"] },
    { status: "done", assigneeId: imani.id },
    { isSpam: true, assigneeId: imani.id, tags: ["billing"] },
  ];
  expect(edits).toHaveLength(editCount);
  for (const [index, reference] of references.entries()) {
    const edit = edits[Math.floor(index / 2) % edits.length] ?? {};
    if (Object.keys(edit).length === 0) continue;
    const path = pathOf(inboxEndpoints.read).replace(":id", reference);
    const response = await imani.request("PATCH", path, { version: 1, edit });
    expect(response.body).toContain(reference);
  }
  return { imani, paul };
}

function combine(choices: readonly (readonly CaseFilter[])[]): readonly CaseFilter[] {
  return choices.reduce<readonly CaseFilter[]>(
    (all, some) => all.flatMap((one) => some.map((other) => ({ ...one, ...other }))),
    [{}],
  );
}

/** What a filter means, written a second time. @param staffId the reader's, for "me" */
function fitsFilter(row: CaseRow, filter: CaseFilter, staffId: string): boolean {
  const { form, assignee, platform, tag } = filter;
  return (
    fitsStatus(row, filter.status) &&
    (form === undefined || form === row.form) &&
    (platform === undefined || platform === row.platform) &&
    (tag === undefined || row.tags.includes(tag)) &&
    (assignee === undefined || row.assigneeId === toStaffId(assignee, staffId))
  );
}

function fitsStatus(row: CaseRow, status: CaseFilter["status"]): boolean {
  if (row.isSpam || status === "spam") return row.isSpam && status === "spam";
  if (status === "all") return true;
  if (status === "overdue") return row.isOverdue;
  return status === undefined ? openStatuses.includes(row.status) : status === row.status;
}

function toStaffId(assignee: string, own: string): string | null {
  if (assignee === "nobody") return null;
  return assignee === "me" ? own : assignee;
}

describeEachDialect("the list of the inbox", (_open, createDatabase) => {
  test("has the cases that match, for every combination of filters", async () => {
    const testApp = await openTestApp(createDatabase);
    const { imani, paul } = await openInbox(testApp);
    const list = async (filter: CaseFilter) =>
      (
        await listCases(
          testApp.database,
          toCaseQuery(filter, imani.id),
          undefined,
          testApp.clock.now,
        )
      ).cases;
    const rows: readonly CaseRow[] = [
      ...(await list({ status: "all" })),
      ...(await list({ status: "spam" })),
    ];
    expect(rows).toHaveLength(24);
    const statuses = [...caseStatuses, "overdue", "spam", "all"] as const;
    const filters = combine([
      [{}, { form: supportForm.collection }],
      [{}, ...statuses.map((status) => ({ status }))],
      [{}, ...["me", "nobody", paul.id].map((assignee) => ({ assignee }))],
      [{}, { platform: app }],
      [{}, { tag: "billing" }],
    ]);
    for (const filter of filters) {
      const listed = (await list(filter)).map(({ reference }) => reference);
      const fitting = rows.filter((row) => fitsFilter(row, filter, imani.id));
      expect(fitting.map(({ reference }) => reference).toSorted(), JSON.stringify(filter)).toEqual(
        listed.toSorted(),
      );
    }
    expect(filters).toHaveLength(320);
  });
});
