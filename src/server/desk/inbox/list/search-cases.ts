import { type SqlBool, sql } from "kysely";
import { type CasePage, casesPerPage } from "../../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import { farFuture } from "../../../records/cases/submitted-case.ts";
import { matchQuery, searchWords } from "../../../records/cases/words.ts";
import type { CaseQuery } from "./case-filter.ts";
import { rowColumns, type StoredCase, toCaseRows } from "./case-rows.ts";
import { narrow } from "./narrow-cases.ts";

/** Hits of a search that are looked at together, and such windows for one page. */
const windowSize = 5000;
const maxWindows = 40;

/**
 * Searches the newest or oldest cases first, a window of hits at a time: so the work is bounded
 * however common a word is. A page may hold less than the next ones.
 */
export async function searchCases(
  client: Pick<DatabaseClient, "db" | "engine">,
  query: CaseQuery,
  after: number | undefined,
  now: number,
): Promise<CasePage> {
  const { db } = client;
  const words = searchWords(query.words);
  const direction = query.sort === "newest" ? "desc" : "asc";
  const found: StoredCase[] = [];
  let position = after;
  let isDone = words.length === 0;
  for (let windows = 0; !isDone && windows < maxWindows; windows += 1) {
    const hits = await findHits(client, words, direction, position);
    isDone = hits.length < windowSize;
    position = hits.at(-1) ?? position;
    const cases = narrow(db, query, now)
      .where("cases.scope", "in", query.scopes)
      .where(isAmong(client.engine, hits))
      .select(rowColumns.map((name) => `cases.${name}` as const))
      .orderBy("cases.number", direction)
      .limit(casesPerPage + 1);
    if (hits.length > 0) found.push(...(await cases.execute()));
    if (found.length > casesPerPage) break;
  }
  const shown = found.slice(0, casesPerPage);
  const last = found.length > casesPerPage ? shown.at(-1)?.number : isDone ? undefined : position;
  return {
    cases: await toCaseRows(db, shown, now),
    next: last === undefined ? null : `0.${last}`,
    count: found.length,
    isCountExact: isDone && found.length <= casesPerPage,
  };
}

/** Numbers of cases with these words, in order. */
async function findHits(
  { db, engine }: Pick<DatabaseClient, "db" | "engine">,
  words: readonly string[],
  direction: "asc" | "desc",
  after: number | undefined,
): Promise<number[]> {
  const match = matchQuery(engine, words);
  const sign = sql.raw(direction === "desc" ? "<" : ">");
  const order = sql.raw(direction);
  const start = after ?? (direction === "desc" ? farFuture : 0);
  const { rows } = await (engine === "sqlite"
    ? sql<{ number: number }>`
        select rowid as number from case_words
        where case_words match ${match} and rowid ${sign} ${start}
        order by rowid ${order} limit ${windowSize}`
    : sql<{ number: number }>`
        select number from case_words
        where words @@ to_tsquery('simple', ${match}) and number ${sign} ${start}
        order by number ${order} limit ${windowSize}`
  ).execute(db);
  return rows.map(({ number }) => Number(number));
}

function isAmong(engine: DatabaseClient["engine"], numbers: readonly number[]) {
  return engine === "sqlite"
    ? sql<SqlBool>`cases.number in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql<SqlBool>`cases.number = any(${numbers}::bigint[])`;
}
