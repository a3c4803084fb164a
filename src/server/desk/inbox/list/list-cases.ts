import { type Kysely, type SqlBool, sql } from "kysely";
import { type CasePage, casesPerPage, maxCount } from "../../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import type { Database } from "../../../platform/db/schema.ts";
import { farFuture, type Scope } from "../../../records/cases/submitted-case.ts";
import type { CaseQuery } from "./case-filter.ts";
import { caseColumns, type StoredCase, toCaseRows } from "./case-rows.ts";
import { narrow } from "./narrow-cases.ts";
import { searchCases } from "./search-cases.ts";

/** Where a page starts: the sort value and number of the last case before it. */
interface Position {
  readonly value: number;
  readonly number: number;
}

const sortColumns = {
  newest: ["active_at", "desc"],
  oldest: ["active_at", "asc"],
  "longest-waiting": ["waiting_since", "asc"],
} as const;

/**
 * One page of the cases that fit, by key, so that a late page takes as long as the first.
 * @param after `next` of the page before
 * @param now milliseconds since 1970
 */
export async function listCases(
  client: Pick<DatabaseClient, "db" | "engine">,
  query: CaseQuery,
  after: string | undefined,
  now: number,
): Promise<CasePage> {
  const position = after === undefined ? undefined : readPosition(after);
  if (query.words.trim() !== "") return searchCases(client, query, position?.number, now);
  const { db } = client;
  const pages = await Promise.all(
    query.scopes.map((scope) => readScope(db, query, scope, position, now)),
  );
  const found = mergeSorted(pages, query);
  const shown = found.slice(0, casesPerPage);
  const last = shown.at(-1);
  const count = await countCases(db, query, now);
  return {
    cases: await toCaseRows(db, shown, now),
    next: found.length > casesPerPage && last ? writePosition(last, query) : null,
    count,
    isCountExact: count < maxCount,
  };
}

/** Counts the cases that fit, words aside, up to `maxCount`. */
export async function countCases(
  db: Kysely<Database>,
  query: CaseQuery,
  now: number,
): Promise<number> {
  const counts = await Promise.all(
    query.scopes.map(async (scope) => {
      const fitting = narrow(db, query, now).where("cases.scope", "=", scope);
      const { count } = await db
        .selectFrom(fitting.select("cases.number").limit(maxCount).as("some"))
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    }),
  );
  return Math.min(
    maxCount,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

function readScope(
  db: Kysely<Database>,
  query: CaseQuery,
  scope: Scope,
  position: Position | undefined,
  now: number,
): Promise<StoredCase[]> {
  const [column, direction] = sortColumns[query.sort];
  let cases = narrow(db, query, now).where("cases.scope", "=", scope).select(caseColumns);
  if (position) {
    const sign = direction === "desc" ? sql`<` : sql`>`;
    const key = sql`(${position.value}, ${position.number})`;
    cases = cases.where(
      sql<SqlBool>`(${sql.ref(`cases.${column}`)}, ${sql.ref("cases.number")}) ${sign} ${key}`,
    );
  }
  return cases
    .orderBy(`cases.${column}`, direction)
    .orderBy("cases.number", direction)
    .limit(casesPerPage + 1)
    .execute();
}

/** Merges the pages of several scopes. */
function mergeSorted(pages: readonly StoredCase[][], { sort }: CaseQuery): StoredCase[] {
  const [only] = pages;
  if (pages.length === 1 && only) return only;
  const [column, direction] = sortColumns[sort];
  const sign = direction === "desc" ? -1 : 1;
  return pages.flat().sort((a, b) => sign * (a[column] - b[column] || a.number - b.number));
}

function writePosition(last: StoredCase, { sort }: CaseQuery): string {
  return `${last[sortColumns[sort][0]]}.${last.number}`;
}

/** A made-up position finds nothing worse than another page. */
function readPosition(text: string): Position {
  const [value = 0, number = 0] = text.split(".").map(Number);
  const isWhole = Number.isSafeInteger(value) && Number.isSafeInteger(number);
  return isWhole ? { value, number } : { value: farFuture, number: 0 };
}
