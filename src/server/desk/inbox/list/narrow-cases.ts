import type { Kysely, SelectQueryBuilder } from "kysely";
import type { Database } from "../../../platform/db/schema.ts";
import { isAmong, type SearchHits } from "../../search/search-by-number.ts";
import type { CaseQuery } from "./case-filter.ts";
import { rowColumns } from "./case-rows.ts";

type Cases = SelectQueryBuilder<Database, "cases", object>;

/**
 * The cases that fit all but scope and words, in any order.
 * @param hits of a search; without them, all cases
 */
export function narrow(
  db: Kysely<Database>,
  query: CaseQuery,
  now: number,
  hits?: SearchHits,
): Cases {
  const { form, status, assigneeId, platform, tag, since, until } = query;
  let cases = hits ? fromHits(db, hits, tag) : fromCases(db, tag);
  if (form !== undefined) cases = cases.where("cases.form", "=", form);
  if (status !== undefined) cases = cases.where("cases.status", "=", status);
  if (platform !== undefined) cases = cases.where("cases.platform", "=", platform);
  if (assigneeId === null) cases = cases.where("cases.assignee_id", "is", null);
  else if (assigneeId !== undefined) cases = cases.where("cases.assignee_id", "=", assigneeId);
  if (query.isOverdue) cases = cases.where("cases.due_at", "<", now);
  if (since !== undefined) cases = cases.where("cases.active_at", ">=", since);
  if (until !== undefined) cases = cases.where("cases.active_at", "<", until);
  return cases;
}

/**
 * The cases, or those with a tag: read in the order of the tag's index, whose columns are copies of
 * the case's.
 */
function fromCases(db: Kysely<Database>, tag: string | undefined): Cases {
  if (tag === undefined) return db.selectFrom("cases");
  const tagged = db
    .selectFrom("case_tags")
    .innerJoin("cases", "cases.id", "case_tags.case_id")
    .select(rowColumns.filter((name) => !isCopied(name)).map((name) => `cases.${name}` as const))
    .select(["case_tags.scope", "case_tags.active_at", "case_tags.number"])
    .where("case_tags.tag", "=", tag);
  return db.selectFrom(tagged.as("cases")) as unknown as Cases;
}

/** Few enough to look at each case's tags. */
function fromHits(db: Kysely<Database>, hits: SearchHits, tag: string | undefined): Cases {
  let found = db
    .selectFrom("cases")
    .select(rowColumns)
    .where(isAmong(hits, "number"))
    .limit(hits.numbers.length);
  if (tag !== undefined) {
    found = found.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("case_tags")
          .select("case_tags.tag")
          .whereRef("case_tags.case_id", "=", "cases.id")
          .where("case_tags.tag", "=", tag),
      ),
    );
  }
  return db.selectFrom(found.as("cases")) as unknown as Cases;
}

function isCopied(name: (typeof rowColumns)[number]): boolean {
  return name === "scope" || name === "active_at" || name === "number";
}
