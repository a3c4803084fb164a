import type { DatabaseClient } from "../../../../../platform/server/db/client.ts";
import { readPosition, writePosition } from "../../../../../platform/server/search/keyset.ts";
import type { CasePage } from "../../../contract/inbox.ts";
import type { CaseQuery } from "./case-filter.ts";
import { toCaseRows } from "./case-rows.ts";
import { countCases, readCasePage } from "./scan-cases.ts";
import { searchCases } from "./search-cases.ts";

type Client = Pick<DatabaseClient, "db" | "engine">;

/**
 * One page of the matching cases, by keyset pagination, so that a late page takes as long as the
 * first.
 * @param after `next` of the previous page
 */
export async function listCases(
  client: Client,
  query: CaseQuery,
  after: string | undefined,
  now: number,
): Promise<CasePage> {
  if (query.words.trim() !== "") return searchCases(client, query, after, now);
  const position = after === undefined ? undefined : readPosition(after);
  const { db } = client;
  const { rows, next, seen } = await readCasePage(db, query, position, now);
  // If all are on the first page, they are counted already.
  const { count, isExact } = (position ? undefined : seen) ?? (await countCases(db, query, now));
  return {
    cases: await toCaseRows(db, rows, now),
    next: next === undefined ? null : writePosition(next),
    count,
    isCountExact: isExact,
  };
}
