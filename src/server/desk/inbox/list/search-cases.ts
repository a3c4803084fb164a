import { type SqlBool, sql } from "kysely";
import { type CasePage, casesPerPage } from "../../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import { matchQuery, searchWords } from "../../../records/cases/words.ts";
import type { CaseQuery } from "./case-filter.ts";
import { caseColumns, type StoredCase, toCaseRows } from "./case-rows.ts";
import { narrow } from "./narrow-cases.ts";

/** Windows of hits that are looked at for one page. The first ones are small: most pages need one. */
const maxWindows = 40;
const firstSize = 200;
const maxSize = 5000;
const sizeGrowth = 5;
/**
 * PostgreSQL's index of words knows no order, so each window is also a range of numbers; otherwise
 * all hits of a common word would be read and sorted.
 */
const firstRange = 5000;
const rangeGrowth = 10;

/** A part of the hits, and where the next one starts. */
interface Window {
  readonly hits: readonly number[];
  readonly next: number;
  readonly isLast: boolean;
}

type Direction = "asc" | "desc";

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
  let next = after ?? (await firstNumber(client, direction));
  let isDone = words.length === 0;
  for (let index = 0; !isDone && index < maxWindows; index += 1) {
    const window = await findHits(client, words, direction, next, index);
    ({ next, isLast: isDone } = window);
    if (window.hits.length === 0) continue;
    const cases = narrow(db, query, now)
      .where("cases.scope", "in", query.scopes)
      .where(isAmong(client.engine, window.hits))
      .select(caseColumns)
      .orderBy("cases.number", direction)
      .limit(casesPerPage + 1);
    found.push(...(await cases.execute()));
    if (found.length > casesPerPage) break;
  }
  const shown = found.slice(0, casesPerPage);
  const last = found.length > casesPerPage ? shown.at(-1)?.number : isDone ? undefined : next;
  return {
    cases: await toCaseRows(db, shown, now),
    next: last === undefined ? null : `0.${last}`,
    count: found.length,
    isCountExact: isDone && found.length <= casesPerPage,
  };
}

/** The number before the first case in the order of the search. */
async function firstNumber(
  { db }: Pick<DatabaseClient, "db">,
  direction: Direction,
): Promise<number> {
  return direction === "asc" ? 0 : (await lastNumber(db)) + 1;
}

async function lastNumber(db: DatabaseClient["db"]): Promise<number> {
  const last = await db
    .selectFrom("cases")
    .select("number")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return Number(last?.number ?? 0);
}

/**
 * Numbers of cases with these words, in order.
 * @param after excluded
 * @param index of the window, from 0
 */
async function findHits(
  { db, engine }: Pick<DatabaseClient, "db" | "engine">,
  words: readonly string[],
  direction: Direction,
  after: number,
  index: number,
): Promise<Window> {
  const match = matchQuery(engine, words);
  const size = Math.min(maxSize, firstSize * sizeGrowth ** index);
  const order = direction === "desc" ? sql`desc` : sql`asc`;
  if (engine === "sqlite") {
    const sign = direction === "desc" ? sql`<` : sql`>`;
    const { rows } = await sql<{ number: number }>`
      select rowid as number from case_words
      where case_words match ${match} and rowid ${sign} ${after}
      order by rowid ${order} limit ${size}`.execute(db);
    const hits = rows.map(({ number }) => number);
    return { hits, next: hits.at(-1) ?? after, isLast: hits.length < size };
  }
  const range = firstRange * rangeGrowth ** index;
  const [low, high] =
    direction === "desc" ? [after - range, after - 1] : [after + 1, after + range];
  const { rows } = await sql<{ number: number }>`
    select number from case_words
    where words @@ to_tsquery('simple', ${match}) and number between ${low} and ${high}
    order by number ${order} limit ${size}`.execute(db);
  const hits = rows.map(({ number }) => Number(number));
  if (hits.length === size) return { hits, next: hits.at(-1) ?? after, isLast: false };
  const isLast = direction === "desc" ? low <= 1 : high >= (await lastNumber(db));
  return { hits, next: direction === "desc" ? low : high, isLast };
}

function isAmong(engine: DatabaseClient["engine"], numbers: readonly number[]) {
  return engine === "sqlite"
    ? sql<SqlBool>`cases.number in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql<SqlBool>`cases.number = any(${numbers}::bigint[])`;
}
