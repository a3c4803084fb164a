import type { Kysely } from "kysely";
import { type CasePage, casesPerPage, maxCount } from "../../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import type { Database } from "../../../platform/db/schema.ts";
import type { Scope } from "../../../records/cases/submitted-case.ts";
import {
  isBehind,
  mergeSorted,
  type Position,
  readPosition,
  writePosition,
} from "../../search/keyset.ts";
import type { CaseQuery } from "./case-filter.ts";
import { caseColumns, type StoredCase, toCaseRows } from "./case-rows.ts";
import { narrow } from "./narrow-cases.ts";
import { searchCases } from "./search-cases.ts";

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
  const [, direction] = sortColumns[query.sort];
  const found = mergeSorted(pages, (row) => positionOf(row, query), direction);
  const shown = found.slice(0, casesPerPage);
  const last = shown.at(-1);
  const count = await countCases(db, query, now);
  return {
    cases: await toCaseRows(db, shown, now),
    next: found.length > casesPerPage && last ? writePosition(positionOf(last, query)) : null,
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
    cases = cases.where(isBehind([`cases.${column}`, "cases.number"], position, direction));
  }
  return cases
    .orderBy(`cases.${column}`, direction)
    .orderBy("cases.number", direction)
    .limit(casesPerPage + 1)
    .execute();
}

function positionOf(row: StoredCase, { sort }: CaseQuery): Position {
  return { value: row[sortColumns[sort][0]], number: row.number };
}
