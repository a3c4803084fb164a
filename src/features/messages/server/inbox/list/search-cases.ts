import type { DatabaseClient } from "../../../../../platform/server/db/client.ts";
import {
  type Found,
  searchByNumber,
} from "../../../../../platform/server/search/search-by-number.ts";
import {
  type SearchWords,
  searchLoosely,
} from "../../../../../platform/server/search/search-loosely.ts";
import {
  type CasePage,
  type CasePlace,
  casePlaces,
  casesPerPage,
} from "../../../contract/inbox.ts";
import { type CaseQuery, toCaseQuery } from "./case-filter.ts";
import { caseColumns, type StoredCase, toCaseRows } from "./case-rows.ts";
import { conditionsOf, narrowHits } from "./narrow-cases.ts";

type Client = Pick<DatabaseClient, "db" | "engine">;

/** Searches the newest or oldest cases first. A page may hold fewer rows than the next one. */
export async function searchCases(
  client: Client,
  query: CaseQuery,
  after: string | undefined,
  now: number,
): Promise<CasePage> {
  const all = toCaseQuery({ q: query.words, sort: query.sort }, "");
  const isFiltered = conditionsOf(query).length > 0 || query.scopes.length < all.scopes.length;
  const { found, next, ...facts } = await searchLoosely<StoredCase>({
    text: query.words,
    after,
    search: (words, number) => search(client, query, words, number, now),
    searchAll: isFiltered ? (words, number) => search(client, all, words, number, now) : undefined,
  });
  const { rows, count, isCountExact } = found;
  const places = isCountExact && next === null ? countPlaces(rows) : null;
  return {
    cases: await toCaseRows(client.db, rows, now),
    next,
    count,
    isCountExact,
    ...(after === undefined && { search: { ...facts, places } }),
  };
}

function search(
  client: Client,
  query: CaseQuery,
  words: SearchWords,
  after: number | undefined,
  now: number,
): Promise<Found<StoredCase>> {
  const direction = query.sort === "newest" || query.sort === "due" ? "desc" : "asc";
  return searchByNumber(client, {
    index: "case_words",
    ...words,
    direction,
    after,
    pageSize: casesPerPage,
    read: (hits) =>
      narrowHits(client.db, query, now, hits)
        .where("cases.scope", "in", query.scopes)
        .select(caseColumns)
        .orderBy("cases.number", direction)
        .limit(casesPerPage + 1)
        .execute(),
  });
}

function countPlaces(rows: readonly StoredCase[]): Readonly<Record<CasePlace, number>> {
  const count = (place: CasePlace) => rows.filter((row) => placeOf(row) === place).length;
  return Object.fromEntries(casePlaces.map((place) => [place, count(place)])) as Record<
    CasePlace,
    number
  >;
}

function placeOf({ scope, status }: StoredCase): CasePlace {
  if (scope === "spam") return "spam";
  if (scope === "open" || scope === "snoozed") return scope;
  return status === "done" || status === "merged" ? status : "taken-back";
}
