import { maxCount } from "../../../../contract/desk/inbox.ts";
import {
  type ApplicationPage,
  applicationsPerPage,
  type SentStatus,
} from "../../../../contract/desk/recruiting/applications.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import {
  type Direction,
  isBehind,
  mergeSorted,
  type Position,
  readPosition,
  writePosition,
} from "../../search/keyset.ts";
import { searchByNumber } from "../../search/search-by-number.ts";
import type { ApplicationQuery } from "./application-filter.ts";
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
  const position = after === undefined ? undefined : readPosition(after);
  if (query.words.trim() !== "") return search(client, query, position?.number);
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
  after: number | undefined,
): Promise<ApplicationPage> {
  const { db } = client;
  const direction = directionOf(query);
  const { rows, next, count, isCountExact } = await searchByNumber<StoredRow>(client, {
    index: "application_words",
    words: query.words,
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
  return {
    applications: rows.map(toApplicationRow),
    next: next === undefined ? null : writePosition({ value: 0, number: next }),
    count,
    isCountExact,
  };
}

function directionOf({ sort }: ApplicationQuery): Direction {
  return sort === "newest" ? "desc" : "asc";
}

function positionOf({ submitted_at: value, number }: StoredRow): Position {
  return { value: Number(value), number: Number(number) };
}
