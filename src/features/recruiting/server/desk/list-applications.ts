import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import {
  type Direction,
  isBehind,
  mergeSorted,
  type Position,
  readPosition,
  writePosition,
} from "../../../../platform/server/search/keyset.ts";
import { type Found, searchByNumber } from "../../../../platform/server/search/search-by-number.ts";
import {
  type SearchWords,
  searchLoosely,
} from "../../../../platform/server/search/search-loosely.ts";
import {
  type ApplicationPage,
  type ApplicationPlace,
  applicationPlaces,
  applicationsPerPage,
} from "../../contract/applications.ts";
import { openStages, type SentStatus, sentStatuses } from "../../contract/stages.ts";
import { type ApplicationQuery, toApplicationQuery } from "./application-filter.ts";
import { narrow, rowColumns, type StoredRow, toApplicationRow } from "./application-rows.ts";

type Client = Pick<DatabaseClient, "db" | "engine">;

/**
 * One page of the matching applications, by keyset pagination, so that a late page takes as long as
 * the first.
 * @param after `next` of the previous page
 */
export async function listApplications(
  client: Client,
  query: ApplicationQuery,
  after?: string,
): Promise<ApplicationPage> {
  if (query.words.trim() !== "") return search(client, query, after);
  const position = after === undefined ? undefined : readPosition(after);
  const direction = directionOf(query);
  const pages = await Promise.all(
    query.statuses.map((status) => readStatus(client, query, status, direction, position)),
  );
  const found = mergeSorted(pages, positionOf, direction);
  const shown = found.slice(0, applicationsPerPage);
  const last = shown.at(-1);
  const count = await countApplications(client, query);
  return {
    applications: shown.map(toApplicationRow),
    next: found.length > applicationsPerPage && last ? writePosition(positionOf(last)) : null,
    count,
    isCountExact: count < maxCount,
  };
}

/** Counts the matching applications, words aside, up to `maxCount`. */
export async function countApplications(
  { db }: Pick<Client, "db">,
  query: ApplicationQuery,
  changedSince?: number,
): Promise<number> {
  const counts = await Promise.all(
    query.statuses.map(async (status) => {
      let fitting = narrow(db, query).where("status", "=", status);
      if (changedSince !== undefined) fitting = fitting.where("status_at", ">=", changedSince);
      const { count } = await db
        .selectFrom(fitting.select("number").limit(maxCount).as("some"))
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

function readStatus(
  { db }: Client,
  query: ApplicationQuery,
  status: SentStatus,
  direction: Direction,
  position: Position | undefined,
): Promise<StoredRow[]> {
  let rows = narrow(db, query).where("status", "=", status).select(rowColumns);
  if (position) rows = rows.where(isBehind(["submitted_at", "number"], position, direction));
  return rows
    .orderBy("submitted_at", direction)
    .orderBy("number", direction)
    .limit(applicationsPerPage + 1)
    .execute();
}

async function search(
  client: Client,
  query: ApplicationQuery,
  after: string | undefined,
): Promise<ApplicationPage> {
  const all: ApplicationQuery = {
    ...toApplicationQuery({}, 0),
    statuses: sentStatuses,
    words: query.words,
    sort: query.sort,
  };
  const isFiltered = JSON.stringify(query) !== JSON.stringify(all);
  const { found, next, ...facts } = await searchLoosely<StoredRow>({
    text: query.words,
    after,
    search: (words, number) => searchTerms(client, query, words, number),
    searchAll: isFiltered ? (words, number) => searchTerms(client, all, words, number) : undefined,
  });
  const { rows, count, isCountExact } = found;
  const places = isCountExact && next === null ? countPlaces(rows) : null;
  return {
    applications: rows.map(toApplicationRow),
    next,
    count,
    isCountExact,
    ...(after === undefined && { search: { ...facts, places } }),
  };
}

function searchTerms(
  client: Client,
  query: ApplicationQuery,
  words: SearchWords,
  after: number | undefined,
): Promise<Found<StoredRow>> {
  const { db } = client;
  const direction = directionOf(query);
  return searchByNumber<StoredRow>(client, {
    index: "application_words",
    ...words,
    direction,
    after,
    pageSize: applicationsPerPage,
    read: (hits) =>
      narrow(db, query, hits)
        .where("status", "in", query.statuses)
        .select(rowColumns)
        .orderBy("number", direction)
        .limit(applicationsPerPage + 1)
        .execute(),
  });
}

function countPlaces(rows: readonly StoredRow[]): Readonly<Record<ApplicationPlace, number>> {
  const placeOf = ({ status }: StoredRow) =>
    openStages.some((stage) => stage === status) ? "open" : status;
  const count = (place: ApplicationPlace) => rows.filter((row) => placeOf(row) === place).length;
  return Object.fromEntries(applicationPlaces.map((place) => [place, count(place)])) as Record<
    ApplicationPlace,
    number
  >;
}

function directionOf({ sort }: ApplicationQuery): Direction {
  return sort === "newest" ? "desc" : "asc";
}

function positionOf({ submitted_at: value, number }: StoredRow): Position {
  return { value: Number(value), number: Number(number) };
}
