import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import {
  isAmong,
  type SearchHits,
} from "../../../../../platform/server/search/search-by-number.ts";
import type { CaseQuery } from "./case-filter.ts";
import { rowColumns, undeliveredCases } from "./case-rows.ts";

export type Cases = SelectQueryBuilder<Database, "cases", object>;

/** Conditions of a list, besides scope and words. */
export type CaseCondition =
  | "form"
  | "status"
  | "platform"
  | "assignee"
  | "tag"
  | "overdue"
  | "undelivered"
  | "days";

type Narrow = (cases: Cases, query: CaseQuery, now: number) => Cases;

const narrowers: Readonly<Record<CaseCondition, Narrow>> = {
  form: (cases, { form }) => (form === undefined ? cases : cases.where("cases.form", "=", form)),
  status: (cases, { status }) =>
    status === undefined ? cases : cases.where("cases.status", "=", status),
  platform: (cases, { platform }) =>
    platform === undefined ? cases : cases.where("cases.platform", "=", platform),
  assignee: (cases, { assigneeId }) => {
    if (assigneeId === undefined) return cases;
    return assigneeId === null
      ? cases.where("cases.assignee_id", "is", null)
      : cases.where("cases.assignee_id", "=", assigneeId);
  },
  tag: (cases, { tag }) =>
    tag === undefined
      ? cases
      : cases.where(({ exists, selectFrom }) =>
          exists(
            selectFrom("case_tags")
              .select("case_tags.tag")
              .whereRef("case_tags.case_id", "=", "cases.id")
              .where("case_tags.tag", "=", tag),
          ),
        ),
  overdue: (cases, { isOverdue }, now) =>
    isOverdue ? cases.where("cases.due_at", "<", now) : cases,
  undelivered: (cases, { isUndelivered }) =>
    isUndelivered ? cases.where(sql<SqlBool>`cases.id in ${undeliveredCases}`) : cases,
  days: (cases, { since, until }) => {
    const later = since === undefined ? cases : cases.where("cases.active_at", ">=", since);
    return until === undefined ? later : later.where("cases.active_at", "<", until);
  },
};

const conditions = Object.keys(narrowers) as readonly CaseCondition[];

export function conditionsOf(query: CaseQuery): readonly CaseCondition[] {
  const has: Readonly<Record<CaseCondition, boolean>> = {
    form: query.form !== undefined,
    status: query.status !== undefined,
    platform: query.platform !== undefined,
    assignee: query.assigneeId !== undefined,
    tag: query.tag !== undefined,
    overdue: query.isOverdue,
    undelivered: query.isUndelivered,
    days: query.since !== undefined || query.until !== undefined,
  };
  return conditions.filter((name) => has[name]);
}

/** The cases that match the query, scope and words aside. @param names only these conditions */
export function narrow(
  cases: Cases,
  query: CaseQuery,
  now: number,
  names: readonly CaseCondition[] = conditions,
): Cases {
  return names.reduce((some, name) => narrowers[name](some, query, now), cases);
}

export function narrowHits(
  db: Kysely<Database>,
  query: CaseQuery,
  now: number,
  hits: SearchHits,
): Cases {
  const found = db
    .selectFrom("cases")
    .select(rowColumns)
    .where(isAmong(hits, "number"))
    .limit(hits.numbers.length);
  return narrow(db.selectFrom(found.as("cases")) as unknown as Cases, query, now);
}
