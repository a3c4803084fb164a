import type { CasePage } from "../../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import { readPosition, writePosition } from "../../search/keyset.ts";
import type { CaseQuery } from "./case-filter.ts";
import { toCaseRows } from "./case-rows.ts";
import { searchCases } from "./search-cases.ts";
import { countCases, readCasePage } from "./walk-cases.ts";

type Client = Pick<DatabaseClient, "db" | "engine">;

/**
 * One page of the cases that fit, by key, so that a late page takes as long as the first.
 * @param after `next` of the page before
 * @param now milliseconds since 1970
 */
export async function listCases(
  client: Client,
  query: CaseQuery,
  after: string | undefined,
  now: number,
): Promise<CasePage> {
  const position = after === undefined ? undefined : readPosition(after);
  if (query.words.trim() !== "") return searchCases(client, query, position?.number, now);
  const { db } = client;
  const { rows, next, seen } = await readCasePage(db, query, position, now);
  // Few on the first page are counted already.
  const { count, isExact } = (position ? undefined : seen) ?? (await countCases(db, query, now));
  return {
    cases: await toCaseRows(db, rows, now),
    next: next === undefined ? null : writePosition(next),
    count,
    isCountExact: isExact,
  };
}
