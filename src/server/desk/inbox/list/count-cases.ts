import { type Kysely, sql } from "kysely";
import {
  type CaseCounts,
  type CaseFilter,
  caseStatuses,
  inboxForms,
  maxCount,
} from "../../../../contract/desk/inbox.ts";
import { platform } from "../../../../contract/form-engine/fields.ts";
import type { Database } from "../../../platform/db/schema.ts";
import { toCaseQuery } from "./case-filter.ts";
import { countCases } from "./walk-cases.ts";

/** Tags are counted over at most so many open cases. */
const maxGrouped = 5000;

/**
 * The counts beside the filters. Each stops at `maxCount`, so that they take the same time however
 * many cases there are.
 * @param staffId the reader's
 * @param now milliseconds since 1970
 */
export async function readCaseCounts(
  db: Kysely<Database>,
  staffId: string,
  now: number,
): Promise<CaseCounts> {
  const count = async (filter: CaseFilter) =>
    (await countCases(db, toCaseQuery(filter, staffId), now)).count;
  const countEach = async <Key extends string>(
    keys: readonly Key[],
    toFilter: (key: Key) => CaseFilter,
  ) => {
    const counts = await Promise.all(keys.map((key) => count(toFilter(key))));
    return Object.fromEntries(keys.map((key, index) => [key, counts[index] ?? 0])) as Record<
      Key,
      number
    >;
  };
  const [open, forms, platforms, statuses, assignees, tags] = await Promise.all([
    count({}),
    countEach(Object.keys(inboxForms), (form) => ({ form })),
    countEach(platform.options, (app) => ({ platform: app })),
    countEach([...caseStatuses, "overdue", "spam"] as const, (status) => ({ status })),
    countAssignees(db, staffId, () => count({ assignee: "nobody" })),
    countTags(db),
  ]);
  return { open, forms, platforms, statuses, assignees, tags };
}

/** Along the index of assignees: SQLite, which has no statistics, would read the cases themselves. */
async function countAssignees(
  db: Kysely<Database>,
  staffId: string,
  countNobody: () => Promise<number>,
): Promise<Record<string, number>> {
  const [nobody, staff] = await Promise.all([
    countNobody(),
    db
      .selectFrom("staff")
      .select(({ selectFrom }) => [
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
          .as("count"),
      ])
      .execute(),
  ]);
  const counts: Record<string, number> = { me: 0, nobody };
  for (const { id, count } of staff) {
    counts[id] = Number(count);
    if (id === staffId) counts.me = Number(count);
  }
  return counts;
}

async function countTags(db: Kysely<Database>): Promise<Record<string, number>> {
  const some = db
    .selectFrom("case_tags")
    .select("tag")
    .where("scope", "=", "open")
    .limit(maxGrouped);
  const rows = await db
    .selectFrom(some.as("some"))
    .select(["tag", sql<number>`count(*)`.as("count")])
    .groupBy("tag")
    .orderBy("tag")
    .execute();
  return Object.fromEntries(rows.map(({ tag, count }) => [tag, Math.min(maxCount, Number(count))]));
}
