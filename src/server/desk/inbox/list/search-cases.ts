import { type CasePage, casesPerPage } from "../../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import { writePosition } from "../../search/keyset.ts";
import { searchByNumber } from "../../search/search-by-number.ts";
import type { CaseQuery } from "./case-filter.ts";
import { caseColumns, toCaseRows } from "./case-rows.ts";
import { narrowHits } from "./narrow-cases.ts";

/** Searches the newest or oldest cases first. A page may hold fewer rows than the next one. */
export async function searchCases(
  client: Pick<DatabaseClient, "db" | "engine">,
  query: CaseQuery,
  after: number | undefined,
  now: number,
): Promise<CasePage> {
  const { db } = client;
  const direction = query.sort === "newest" ? "desc" : "asc";
  const { rows, next, count, isCountExact } = await searchByNumber(client, {
    index: "case_words",
    words: query.words,
    direction,
    after,
    pageSize: casesPerPage,
    read: (hits) =>
      narrowHits(db, query, now, hits)
        .where("cases.scope", "in", query.scopes)
        .select(caseColumns)
        .orderBy("cases.number", direction)
        .limit(casesPerPage + 1)
        .execute(),
  });
  return {
    cases: await toCaseRows(db, rows, now),
    next: next === undefined ? null : writePosition({ value: 0, number: next }),
    count,
    isCountExact,
  };
}
