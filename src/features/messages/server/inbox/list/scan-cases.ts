import { type Kysely, sql } from "kysely";
import { maxCount } from "../../../../../platform/contract/desk/max-count.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import {
  comparePositions,
  isBehind,
  isUpTo,
  mergeSorted,
  type Position,
} from "../../../../../platform/server/search/keyset.ts";
import { casesPerPage } from "../../../contract/inbox.ts";
import type { CaseQuery } from "./case-filter.ts";
import {
  answersAll,
  type CaseIndex,
  candidatesOf,
  columnOf,
  fitting,
  indexesFor,
  type ScopeQuery,
} from "./case-indexes.ts";
import { caseColumns, type StoredCase } from "./case-rows.ts";
import type { Cases } from "./narrow-cases.ts";

/**
 * Cases of one scope scanned for a count; a page scans up to twice as many. With several conditions
 * the number of matches is unknown: among millions it may be one. Each case may be on a disk page
 * of its own.
 */
const windowSize = 1000;

/**
 * Limit of a window, as a multiple of its size when its end was found: others may have been added
 * in the meantime.
 */
const slack = 2;

const sorts = {
  due: { column: "due_at", direction: "asc" },
  newest: { column: "active_at", direction: "desc" },
  oldest: { column: "active_at", direction: "asc" },
  "longest-waiting": { column: "waiting_since", direction: "asc" },
} as const;

interface FoundCases {
  readonly rows: readonly StoredCase[];
  /** The last position scanned; undefined if nothing follows. */
  readonly end: Position | undefined;
}

/** A count; if not exact, a lower bound. */
export interface FoundCount {
  readonly count: number;
  readonly isExact: boolean;
}

interface CasesOfPage {
  readonly rows: readonly StoredCase[];
  /** The position after which the next page starts; undefined on the last. */
  readonly next: Position | undefined;
  /** Matches from this page on; undefined if there are more than were read. */
  readonly seen: FoundCount | undefined;
}

/**
 * An index, and the last position of a window in it; undefined: the index ends within the window.
 */
interface Reach {
  readonly index: CaseIndex;
  readonly end: Position | undefined;
}

/**
 * One page of the matching cases, words aside. It may hold fewer rows than the next one: the work
 * is bounded, however few cases match.
 */
export async function readCasePage(
  db: Kysely<Database>,
  query: CaseQuery,
  position: Position | undefined,
  now: number,
): Promise<CasesOfPage> {
  const { direction } = sorts[query.sort];
  const parts = await Promise.all(
    query.scopes.map((scope) => readScope({ db, query, scope, now }, position)),
  );
  // Cases after the position that one scope was read to belong to the next page, for all scopes.
  const [end] = parts
    .flatMap((part) => part.end ?? [])
    .sort((one, other) => comparePositions(one, other, direction));
  const found = mergeSorted(
    parts.map(({ rows }) => rows),
    (row) => positionOf(row, query),
    direction,
  ).filter((row) => !end || comparePositions(positionOf(row, query), end, direction) <= 0);
  const rows = found.slice(0, casesPerPage);
  const last = rows.at(-1);
  const isEveryRow = parts.every((part) => part.rows.length <= casesPerPage);
  return {
    rows,
    next: found.length > casesPerPage && last ? positionOf(last, query) : end,
    seen: isEveryRow
      ? { count: parts.flatMap((part) => part.rows).length, isExact: end === undefined }
      : undefined,
  };
}

/** Counts the matching cases, words aside, up to `maxCount`. */
export async function countCases(
  db: Kysely<Database>,
  query: CaseQuery,
  now: number,
): Promise<FoundCount> {
  // The order does not matter for a count.
  const newest = { ...query, sort: "newest" } as const;
  const counts = await Promise.all(
    query.scopes.map((scope) => countScope({ db, query: newest, scope, now })),
  );
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  return {
    count: Math.min(maxCount, count),
    isExact: count < maxCount && counts.every(({ isExact }) => isExact),
  };
}

async function readScope(part: ScopeQuery, position: Position | undefined): Promise<FoundCases> {
  const { query } = part;
  const { column } = sorts[query.sort];
  const indexes = indexesFor(query, column);
  const own = indexes.find((index) => columnOf(index) === column && answersAll(index, query));
  if (own) return endPage(query, await readAlong(part, own, casesPerPage + 1, position));
  const { index, end } = choose(query, await probe(part, indexes, position));
  const near = await readAlong(part, index, windowSize * slack, position, end);
  if (!end || near.length > casesPerPage) return endPage(query, near);
  const [far] = await probe(part, [index], end);
  const rows = [...near, ...(await readAlong(part, index, windowSize * slack, end, far?.end))];
  return rows.length > casesPerPage ? endPage(query, rows) : { rows, end: far?.end };
}

function endPage(query: CaseQuery, rows: readonly StoredCase[]): FoundCases {
  const last = rows.length > casesPerPage ? rows.at(-1) : undefined;
  return { rows, end: last && positionOf(last, query) };
}

/**
 * Reads the candidates of an index between two positions, and returns at most one more than a page.
 * @param limit of the candidates
 * @param after exclusive
 * @param upTo inclusive
 */
function readAlong(
  part: ScopeQuery,
  index: CaseIndex,
  limit: number,
  after: Position | undefined,
  upTo?: Position,
): Promise<StoredCase[]> {
  const { column, direction } = sorts[part.query.sort];
  const place = [`cases.${column}`, "cases.number"] as const;
  let candidates = candidatesOf(part, index);
  if (columnOf(index) === column) {
    if (after) candidates = candidates.where(isBehind(place, after, direction));
    if (upTo) candidates = candidates.where(isUpTo(place, upTo, direction));
    candidates = candidates.orderBy(place[0], direction).orderBy(place[1], direction);
  }
  let cases = fitting(part, index, candidates.limit(limit));
  if (after) cases = cases.where(isBehind(place, after, direction));
  return cases
    .select(caseColumns)
    .orderBy(place[0], direction)
    .orderBy(place[1], direction)
    .limit(casesPerPage + 1)
    .execute();
}

/** Finds where a window after a position ends in each index. */
async function probe(
  part: ScopeQuery,
  indexes: readonly CaseIndex[],
  after?: Position,
): Promise<Reach[]> {
  const { column, direction } = sorts[part.query.sort];
  const probes = indexes.map((index) => {
    const own = columnOf(index);
    let candidates = candidatesOf(part, index);
    if (after && own === column) {
      candidates = candidates.where(isBehind([`cases.${own}`, "cases.number"], after, direction));
    }
    candidates = candidates.orderBy(`cases.${own}`, direction).orderBy("cases.number", direction);
    const one = candidates
      .select([
        `cases.${own} as value`,
        "cases.number",
        sql<CaseIndex>`cast(${index} as text)`.as("index"),
      ])
      .offset(windowSize - 1)
      .limit(1);
    return part.db.selectFrom(one.as("probe")).selectAll();
  });
  const [first, ...others] = probes;
  if (!first) return [];
  const all = others.reduce((union, one) => union.unionAll(one), first);
  const ends = new Map(
    (await all.execute()).map(({ index, value, number }) => [
      index,
      { value: Number(value), number: Number(number) },
    ]),
  );
  return indexes.map((index) => ({ index, end: ends.get(index) }));
}

/**
 * The index with the fewest candidates: one that ends first, or else the one whose window reaches
 * furthest.
 */
function choose({ sort }: CaseQuery, reaches: readonly Reach[]): Reach {
  const { column, direction } = sorts[sort];
  const short = reaches.find(({ end }) => end === undefined);
  if (short) return short;
  const [furthest] = reaches
    .flatMap(({ index, end }) => (end && columnOf(index) === column ? { index, end } : []))
    .sort((one, other) => comparePositions(other.end, one.end, direction));
  if (!furthest) throw new Error("No index matches the order of the list.");
  return furthest;
}

/** Counts in one scope, up to `maxCount`. */
async function countScope(part: ScopeQuery): Promise<FoundCount> {
  const { query } = part;
  const indexes = indexesFor(query, "active_at");
  const own = indexes.find((index) => answersAll(index, query));
  if (own) return { count: await countSome(part, candidatesOf(part, own)), isExact: true };
  const { index, end } = choose(query, await probe(part, indexes));
  const { direction } = sorts[query.sort];
  const candidates = end
    ? candidatesOf(part, index)
        .orderBy("cases.active_at", direction)
        .orderBy("cases.number", direction)
        .limit(windowSize)
    : candidatesOf(part, index).limit(windowSize);
  return { count: await countSome(part, fitting(part, index, candidates)), isExact: !end };
}

/**
 * Selects a count in one scope, up to `maxCount`, as part of a larger query.
 * @throws Error if no index covers the whole query
 */
export function selectCaseCount(part: ScopeQuery) {
  const index = indexesFor(part.query, "active_at").find((one) => answersAll(one, part.query));
  if (!index) throw new Error("No index covers this query.");
  return selectCount(part, candidatesOf(part, index));
}

async function countSome(part: ScopeQuery, cases: Cases): Promise<number> {
  const { count } = await selectCount(part, cases).executeTakeFirstOrThrow();
  return Number(count);
}

function selectCount({ db }: ScopeQuery, cases: Cases) {
  return db
    .selectFrom(cases.select("cases.number").limit(maxCount).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"));
}

function positionOf(row: StoredCase, { sort }: CaseQuery): Position {
  return { value: Number(row[sorts[sort].column]), number: Number(row.number) };
}
