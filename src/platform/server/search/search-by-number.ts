import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DatabaseClient } from "../db/client.ts";
import type { Direction } from "./keyset.ts";
import type { SearchTerm } from "./split-words.ts";
import { matchQuery, type SearchIndex, searchIndexes } from "./word-index.ts";

/**
 * Hits per window. The first one is small, since most pages need only one; later ones are sized by
 * the share of hits that matched so far.
 */
const minSize = 200;
const maxSize = 3000;
/**
 * PostgreSQL's full-text index is unordered, so each window is also a range of numbers; otherwise
 * all hits of a common word would be read and sorted.
 */
const minRange = 5000;
const maxRange = 30_000;
/** Oversizing factor, so that another window is seldom needed for the last few rows. */
const surplus = 1.3;
/** A page ends after this many hits or, on PostgreSQL, numbers, however few of them matched. */
const maxHits = 3000;
const maxNumbers = 60_000;
/**
 * Words in a smaller share of a range are looked up in the index, all remaining hits at once. Other
 * words are searched in the records of the next range, which takes 10 ms for the largest; the index
 * would collect every hit there is. PostgreSQL's planner cannot choose: it does not know how rare a
 * word prefix is.
 */
const rareShare = 2 / 5000;

type Client = Pick<DatabaseClient, "db" | "engine">;

interface Search<Row> {
  readonly index: SearchIndex;
  readonly terms: readonly SearchTerm[];
  /** Whether few records have these words, such as those of misspelled names. */
  readonly isRare?: boolean;
  readonly direction: Direction;
  /** Number of the last record of the previous page; undefined for the first page. */
  readonly after: number | undefined;
  readonly pageSize: number;
  /** Reads the hits that match the filters, in order, at most one more than a page. */
  readonly read: (hits: SearchHits) => Promise<readonly Row[]>;
}

export interface SearchHits {
  readonly engine: DatabaseClient["engine"];
  readonly numbers: readonly number[];
}

export interface Found<Row> {
  readonly rows: readonly Row[];
  /** Number after which the next page starts; undefined on the last. */
  readonly next: number | undefined;
  readonly count: number;
  readonly isCountExact: boolean;
}

interface Window {
  readonly hits: readonly number[];
  readonly next: number;
  readonly isLast: boolean;
  /** PostgreSQL's index is faster for the following ones. */
  readonly isRare: boolean;
}

interface Seen {
  readonly hits: number;
  /** On PostgreSQL, also counts records without the words. */
  readonly numbers: number;
}

interface Step {
  readonly size: number;
  readonly range: number;
}

/**
 * Searches the newest or oldest records first, one window of hits at a time, so that the work is
 * bounded however common a word is. A page may hold fewer rows than the next one.
 */
export async function searchByNumber<Row extends { readonly number: number | null }>(
  client: Client,
  search: Search<Row>,
): Promise<Found<Row>> {
  const { index, terms, direction, after, pageSize, read } = search;
  const found: Row[] = [];
  let next =
    after ?? (direction === "asc" ? 0 : (await lastNumber(client, searchIndexes[index])) + 1);
  let isDone = terms.length === 0;
  let isRare = search.isRare === true && client.engine === "postgres";
  let seen: Seen = { hits: 0, numbers: 0 };
  while (!isDone && seen.hits < maxHits && seen.numbers < maxNumbers) {
    const window: Window = isRare
      ? await findRareHits(client, index, terms, direction, next)
      : await findHits(
          client,
          index,
          terms,
          direction,
          next,
          chooseStep(seen, found.length, pageSize),
        );
    seen = {
      hits: seen.hits + window.hits.length,
      numbers:
        seen.numbers + (client.engine === "sqlite" || isRare ? 0 : Math.abs(window.next - next)),
    };
    ({ next, isLast: isDone } = window);
    isRare = window.isRare;
    if (window.hits.length === 0) continue;
    found.push(...(await read({ engine: client.engine, numbers: window.hits })));
    if (found.length > pageSize) break;
  }
  const rows = found.slice(0, pageSize);
  const last = found.length > pageSize ? rows.at(-1)?.number : isDone ? undefined : next;
  return {
    rows,
    next: last === undefined || last === null ? undefined : Number(last),
    count: found.length,
    isCountExact: isDone && found.length <= pageSize,
  };
}

/** @param found how many of the hits matched */
function chooseStep({ hits, numbers }: Seen, found: number, pageSize: number): Step {
  if (numbers === 0 && hits === 0) return { size: minSize, range: minRange };
  const perFound = found === 0 ? maxSize : hits / found;
  const wanted = Math.ceil((pageSize + 1 - found) * perFound * surplus);
  const perHit = hits === 0 ? maxRange : numbers / hits;
  return {
    size: Math.min(maxSize, Math.max(minSize, wanted)),
    range: Math.ceil(Math.min(maxRange, Math.max(minRange, wanted * perHit))),
  };
}

/**
 * Whether a column holds one of these numbers. Use it in a subquery with a limit: otherwise SQLite,
 * which has no statistics, would scan the index of another condition.
 */
export function isAmong({ engine, numbers }: SearchHits, column: string): RawBuilder<SqlBool> {
  return engine === "sqlite"
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql`${sql.ref(column)} = any(${numbers}::bigint[])`;
}

async function lastNumber(
  { db }: Client,
  table: (typeof searchIndexes)[SearchIndex],
): Promise<number> {
  const last = await db
    .selectFrom(table)
    .select("number")
    .where("number", "is not", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return Number(last?.number ?? 0);
}

/**
 * PostgreSQL's condition that a record has these words. A cast instead of to_tsquery, whose parser
 * would split words: "7e8a6xtx" into the number "7e8" and "a6xtx".
 */
function hasWords(terms: readonly SearchTerm[]): RawBuilder<SqlBool> {
  return sql`words @@ ${matchQuery("postgres", terms)}::tsquery`;
}

/** Numbers of records with these words, in order. @param after exclusive */
async function findHits(
  client: Client,
  index: SearchIndex,
  terms: readonly SearchTerm[],
  direction: Direction,
  after: number,
  { size, range }: Step,
): Promise<Window> {
  const { db, engine } = client;
  const order = direction === "desc" ? sql`desc` : sql`asc`;
  const table = sql.table(index);
  if (engine === "sqlite") {
    const sign = direction === "desc" ? sql`<` : sql`>`;
    const { rows } = await sql<{ number: number }>`
      select rowid as number from ${table}
      where ${table} match ${matchQuery(engine, terms)} and rowid ${sign} ${after}
      order by rowid ${order} limit ${size}`.execute(db);
    const hits = rows.map(({ number }) => number);
    return { hits, next: hits.at(-1) ?? after, isLast: hits.length < size, isRare: false };
  }
  const [low, high] =
    direction === "desc" ? [after - range, after - 1] : [after + 1, after + range];
  // "is true" keeps PostgreSQL from using the full-text index.
  const { rows } = await sql<{ number: number }>`
    select number from ${table}
    where (${hasWords(terms)}) is true and number between ${low} and ${high}
    order by number ${order} limit ${size}`.execute(db);
  const hits = rows.map(({ number }) => Number(number));
  if (hits.length === size)
    return { hits, next: hits.at(-1) ?? after, isLast: false, isRare: false };
  const isRare = hits.length <= range * rareShare;
  const isLast =
    direction === "desc" ? low <= 1 : high >= (await lastNumber(client, searchIndexes[index]));
  return { hits, next: direction === "desc" ? low : high, isLast, isRare };
}

/**
 * Numbers of records with rare words, on PostgreSQL: read only from the full-text index.
 * @param after exclusive
 */
async function findRareHits(
  { db }: Client,
  index: SearchIndex,
  terms: readonly SearchTerm[],
  direction: Direction,
  after: number,
): Promise<Window> {
  const sign = direction === "desc" ? sql`<` : sql`>`;
  const order = direction === "desc" ? sql`desc` : sql`asc`;
  // "+ 0" keeps PostgreSQL from scanning in the order of numbers.
  const { rows } = await sql<{ number: number }>`
    select number from ${sql.table(index)}
    where ${hasWords(terms)} and number + 0 ${sign} ${after}
    order by number + 0 ${order} limit ${maxSize}`.execute(db);
  const hits = rows.map(({ number }) => Number(number));
  return { hits, next: hits.at(-1) ?? after, isLast: hits.length < maxSize, isRare: true };
}
