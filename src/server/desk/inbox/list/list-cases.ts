import { type Expression, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import {
  type CasePage,
  type CaseRow,
  type CaseStatus,
  casesPerPage,
  maxCount,
} from "../../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import type { Database } from "../../../platform/db/schema.ts";
import type { CaseTable } from "../../../platform/db/tables/desk-tables.ts";
import { farFuture, type Scope } from "../../../records/cases/submitted-case.ts";
import { matchQuery, searchWords } from "../../../records/cases/words.ts";
import type { CaseQuery } from "./case-filter.ts";

type Cases = SelectQueryBuilder<Database, "cases", object>;

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

/** Hits of a search that are looked at together, and such windows for one page. */
const windowSize = 5000;
const maxWindows = 40;

/** Columns of a row in the list. */
const rowColumns = [
  "id",
  "number",
  "reference",
  "form",
  "platform",
  "name",
  "email",
  "snippet",
  "status",
  "scope",
  "assignee_id",
  "created_at",
  "active_at",
  "waiting_since",
  "due_at",
  "version",
] as const satisfies readonly (keyof CaseTable)[];

/** A case as the list reads it. */
export type StoredCase = Pick<CaseTable, (typeof rowColumns)[number]>;

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

/**
 * Searches the newest or oldest cases first, a window of hits at a time: so the work is bounded
 * however common a word is. A page may hold less than the next ones.
 */
async function searchCases(
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

/** The rows of these cases as the pages have them. @param now milliseconds since 1970 */
export async function toCaseRows(
  db: Kysely<Database>,
  cases: readonly StoredCase[],
  now: number,
): Promise<CaseRow[]> {
  const tags = await readTags(
    db,
    cases.map(({ id }) => id),
  );
  return cases.map((one) => ({
    reference: one.reference,
    form: one.form,
    name: one.name || one.email || "No name",
    snippet: one.snippet,
    status: one.status as CaseStatus,
    isSpam: one.scope === "spam",
    isOverdue: one.scope === "open" && one.due_at < now,
    assigneeId: one.assignee_id,
    tags: tags.get(one.id) ?? [],
    platform: one.platform,
    createdAt: new Date(one.created_at).toISOString(),
    activeAt: new Date(one.active_at).toISOString(),
    version: one.version,
  }));
}

/** Cases with the columns of the list. */
export function selectCases(db: Kysely<Database>) {
  return db.selectFrom("cases").select(rowColumns.map((column) => `cases.${column}` as const));
}

function readScope(
  db: Kysely<Database>,
  query: CaseQuery,
  scope: Scope,
  position: Position | undefined,
  now: number,
): Promise<StoredCase[]> {
  const [column, direction] = sortColumns[query.sort];
  let cases = narrow(db, query, now)
    .where("cases.scope", "=", scope)
    .select(rowColumns.map((name) => `cases.${name}` as const));
  if (position) {
    const sign = sql.raw(direction === "desc" ? "<" : ">");
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

/** The cases that fit all but scope and words, in any order. */
function narrow(db: Kysely<Database>, query: CaseQuery, now: number): Cases {
  const { form, status, assigneeId, platform, tag, since, until } = query;
  let cases: Cases = db.selectFrom("cases");
  if (form !== undefined) cases = cases.where("cases.form", "=", form);
  if (status !== undefined) cases = cases.where("cases.status", "=", status);
  if (platform !== undefined) cases = cases.where("cases.platform", "=", platform);
  if (assigneeId === null) cases = cases.where("cases.assignee_id", "is", null);
  else if (assigneeId !== undefined) cases = cases.where("cases.assignee_id", "=", assigneeId);
  if (query.isOverdue) cases = cases.where("cases.due_at", "<", now);
  if (since !== undefined) cases = cases.where("cases.active_at", ">=", since);
  if (until !== undefined) cases = cases.where("cases.active_at", "<", until);
  if (tag !== undefined) cases = cases.where(hasTag(tag));
  return cases;
}

function hasTag(tag: string): Expression<SqlBool> {
  return sql`exists (
    select 1 from case_tags
    where case_tags.case_id = cases.id and case_tags.tag = ${tag}
  )`;
}

async function readTags(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const tags = new Map<string, string[]>();
  if (ids.length === 0) return tags;
  const rows = await db
    .selectFrom("case_tags")
    .select(["case_id", "tag"])
    .where("case_id", "in", ids)
    .orderBy("tag")
    .execute();
  for (const { case_id: id, tag } of rows) tags.set(id, [...(tags.get(id) ?? []), tag]);
  return tags;
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
