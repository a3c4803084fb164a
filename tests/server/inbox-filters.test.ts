import { expect, test } from "vitest";
import { inboxEndpoints } from "../../src/features/messages/contract/desk/inbox-endpoints.ts";
import { type CaseFilter, type CaseRow, caseStatuses } from "../../src/features/messages/contract/desk/inbox.ts";
import { supportForm } from "../../src/features/messages/contract/forms/support.ts";
import { fitsFilter } from "../../src/features/messages/desk/inbox/filters/fits-filter.ts";
import { toCaseQuery } from "../../src/features/messages/server/inbox/list/case-filter.ts";
import { listCases } from "../../src/features/messages/server/inbox/list/list-cases.ts";
import { days } from "../../src/platform/contract/durations.ts";
import { pathOf } from "../../src/platform/contract/endpoints/define-endpoint.ts";
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

/** Every combination of one option from each list. */
function combine(choices: readonly (readonly CaseFilter[])[]): readonly CaseFilter[] {
  return choices.reduce<readonly CaseFilter[]>(
    (all, some) => all.flatMap((one) => some.map((other) => ({ ...one, ...other }))),
    [{}],
  );
}

describeEachDialect("a page of the inbox", (_open, createDatabase) => {
  test("matches cases against every combination of filters exactly as the server does", async () => {
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
    expect(filters).toHaveLength(288);
  });

  test("leaves search and dates to the server, unless another filter already excludes the case", async () => {
    const testApp = await openTestApp(createDatabase);
    await submitForm(testApp, ray);
    await makeAllCases(testApp);
    const page = await listCases(
      testApp.database,
      toCaseQuery({}, ""),
      undefined,
      testApp.clock.now,
    );
    const [row] = page.cases as [CaseRow];
    const fits = (filter: CaseFilter) => fitsFilter(row, filter, "");
    expect([{ q: "ray" }, { from: "2026-06-01" }, { to: "2026-06-30" }].map(fits)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(fits({ q: "ray", tag: "billing" })).toBe(false);
  });
});
