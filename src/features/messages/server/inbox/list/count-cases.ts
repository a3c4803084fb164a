import { type Kysely, sql } from "kysely";
import { maxCount } from "../../../../../platform/contract/desk/max-count.ts";
import { platform } from "../../../../../platform/contract/form-engine/fields.ts";
import { prepare } from "../../../../../platform/server/db/prepare.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import {
  type CaseCounts,
  type CaseFilter,
  caseStatuses,
  inboxForms,
} from "../../../contract/inbox.ts";
import { toCaseQuery } from "./case-filter.ts";
import { selectCaseCount } from "./scan-cases.ts";

/** Tags are counted over at most this many open cases. */
const maxGrouped = 5000;

const countedStatuses = [...caseStatuses, "snoozed", "undelivered", "spam"] as const;

/** The filters counted in one query, in the order of their rows. */
const countedFilters: readonly CaseFilter[] = [
  {},
  { status: "overdue" },
  { assignee: "nobody" },
  ...Object.keys(inboxForms).map((form) => ({ form })),
  ...platform.options.map((app) => ({ platform: app })),
  ...countedStatuses.map((status) => ({ status })),
];

/**
 * The counts beside the filters. Each stops at `maxCount`, so that they take the same time however
 * many cases there are. Every open desk polls them a few times a minute, so they take three
 * queries: PostgreSQL takes longer to receive a query than to count.
 * @param staffId the reader's
 */
export async function readCaseCounts(
  db: Kysely<Database>,
  staffId: string,
  now: number,
): Promise<CaseCounts> {
  const [filters, staff, tags] = await Promise.all([
    countFilters(db, { now }),
    countAssignees(db, {}),
    countTags(db, {}),
  ]);
  const counts = new Map<number, number>();
  // Several rows for a filter of several scopes.
  for (const { row, count } of filters.rows) {
    counts.set(Number(row), (counts.get(Number(row)) ?? 0) + Number(count));
  }
  const countOf = (name: keyof CaseFilter, value: string) =>
    counts.get(countedFilters.findIndex((filter) => filter[name] === value)) ?? 0;
  const countEach = <Value extends string>(name: keyof CaseFilter, values: readonly Value[]) =>
    Object.fromEntries(values.map((value) => [value, countOf(name, value)])) as Record<
      Value,
      number
    >;
  const assignees = Object.fromEntries(staff.rows.map(({ id, count }) => [id, Number(count)]));
  return {
    open: counts.get(0) ?? 0,
    overdue: countOf("status", "overdue"),
    forms: countEach("form", Object.keys(inboxForms)),
    platforms: countEach("platform", platform.options),
    statuses: countEach("status", countedStatuses),
    assignees: {
      me: assignees[staffId] ?? 0,
      nobody: countOf("assignee", "nobody"),
      ...assignees,
    },
    tags: Object.fromEntries(
      tags.rows.map(({ tag, count }) => [tag, Math.min(maxCount, Number(count))]),
    ),
  };
}

const countFilters = prepare<{ now: number }, { row: number; count: number }>(
  ["now"],
  (db, { now }) => {
    const [first, ...others] = countedFilters.flatMap((filter, row) => {
      const query = toCaseQuery(filter, "");
      return query.scopes.map((scope) =>
        db
          .selectFrom(selectCaseCount({ db, query, scope, now }).as("counted"))
          .select(["counted.count", sql<number>`cast(${row} as integer)`.as("row")]),
      );
    });
    if (!first) throw new Error("No filter is counted.");
    return others.reduce((union, one) => union.unionAll(one), first);
  },
  { isPlannedEachRun: true },
);

/**
 * In order of the assignees' index: SQLite, which has no statistics, would read the cases
 * themselves.
 */
const countAssignees = prepare<object, { id: string; count: number }>(
  [],
  (db) =>
    db.selectFrom("staff").select(({ selectFrom }) => [
      "staff.id",
      selectFrom(
        selectFrom("cases")
          .select("cases.number")
          .whereRef("cases.assignee_id", "=", "staff.id")
          .where("cases.scope", "=", "open")
          .limit(maxCount)
          .as("some"),
      )
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .$asScalar()
        .$notNull()
        .as("count"),
    ]),
  { isPlannedEachRun: true },
);

const countTags = prepare<object, { tag: string; count: number }>(
  [],
  (db) =>
    db
      .selectFrom(
        db
          .selectFrom("case_tags")
          .select("tag")
          .where("scope", "=", "open")
          .limit(maxGrouped)
          .as("some"),
      )
      .select(["tag", sql<number>`count(*)`.as("count")])
      .groupBy("tag")
      .orderBy("tag"),
  { isPlannedEachRun: true },
);
