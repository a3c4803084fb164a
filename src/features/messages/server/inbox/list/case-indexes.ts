import type { Kysely } from "kysely";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import type { Scope } from "../../cases/submitted-case.ts";
import type { CaseQuery } from "./case-filter.ts";
import { rowColumns, undeliveredCases } from "./case-rows.ts";
import { type CaseCondition, type Cases, conditionsOf, narrow } from "./narrow-cases.ts";

interface IndexFacts {
  /** Conditions that the index covers by itself, besides the scope. */
  readonly answers: readonly CaseCondition[];
  readonly column: "active_at" | "waiting_since" | "due_at";
}

/** The indexes that a list can be read in order of. */
const facts = {
  form: { answers: ["form", "days"], column: "active_at" },
  status: { answers: ["status", "days"], column: "active_at" },
  platform: { answers: ["platform", "days"], column: "active_at" },
  assignee: { answers: ["assignee", "days"], column: "active_at" },
  tag: { answers: ["tag", "days"], column: "active_at" },
  due: { answers: ["overdue"], column: "due_at" },
  undelivered: { answers: ["undelivered", "days"], column: "active_at" },
  active: { answers: ["days"], column: "active_at" },
  waiting: { answers: [], column: "waiting_since" },
} as const satisfies Readonly<Record<string, IndexFacts>>;

export type CaseIndex = keyof typeof facts;

const factsOf = (index: CaseIndex): IndexFacts => facts[index];

export function columnOf(index: CaseIndex): IndexFacts["column"] {
  return facts[index].column;
}

/** Whether an index covers the whole query, words aside. */
export function answersAll(index: CaseIndex, query: CaseQuery): boolean {
  return conditionsOf(query).every((name) => factsOf(index).answers.includes(name));
}

/**
 * The indexes that help with a query. One of all cases has the order of the list and is no shorter
 * than any other in that order, so it is only the fallback.
 */
export function indexesFor(query: CaseQuery, column: IndexFacts["column"]): readonly CaseIndex[] {
  const asked = conditionsOf(query);
  const helpful = (
    ["undelivered", "tag", "assignee", "platform", "form", "status"] as const
  ).filter((index) => asked.includes(index));
  const due = query.isOverdue || column === "due_at" ? (["due"] as const) : [];
  if (column === "active_at") {
    return [...(helpful.length > 0 ? helpful : (["active"] as const)), ...due];
  }
  const days = asked.includes("days") && helpful.length === 0 ? (["active"] as const) : [];
  const all = column === "waiting_since" ? (["waiting"] as const) : [];
  return [...helpful, ...days, ...due, ...all];
}

export interface ScopeQuery {
  readonly db: Kysely<Database>;
  readonly query: CaseQuery;
  readonly scope: Scope;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The contents of an index: cases of the scope that match its own conditions. */
export function candidatesOf({ db, query, scope, now }: ScopeQuery, index: CaseIndex): Cases {
  const { answers } = factsOf(index);
  const others = answers.filter((name) => name !== "tag");
  // The columns of the index of tags are copies of the case's.
  const all =
    index === "tag"
      ? (db
          .selectFrom("case_tags as cases")
          .where("cases.tag", "=", query.tag ?? "") as unknown as Cases)
      : index === "undelivered"
        ? selectUndelivered(db)
        : db.selectFrom("cases");
  return narrow(all.where("cases.scope", "=", scope), query, now, others);
}

/** From the few failed replies; the cross join keeps SQLite from starting with the cases. */
function selectUndelivered(db: Kysely<Database>): Cases {
  const cases = db
    .selectFrom(undeliveredCases.as("failed"))
    .crossJoin("cases")
    .whereRef("cases.id", "=", "failed.case_id")
    .select(rowColumns.map((name) => `cases.${name}` as const));
  return db.selectFrom(cases.as("cases")) as unknown as Cases;
}

/**
 * The candidates that match the whole query.
 * @param candidates of this index, with a limit, which keeps the engine from choosing another plan
 * that finds all matching cases
 */
export function fitting(
  { db, query, now }: ScopeQuery,
  index: CaseIndex,
  candidates: Cases,
): Cases {
  if (index !== "tag") {
    const cases = db.selectFrom(candidates.select(rowColumns).as("cases"));
    return narrow(cases as unknown as Cases, query, now);
  }
  const tagged = (candidates as unknown as ReturnType<typeof selectTagged>).select([
    "cases.scope",
    "cases.active_at",
    "cases.number",
  ]);
  // A cross join keeps SQLite, which has no statistics, from starting with the cases. The copied
  // columns keep the order of the candidates, so that no second sort is needed.
  const cases = db
    .selectFrom(tagged.as("tagged"))
    .crossJoin("cases")
    .whereRef("cases.number", "=", "tagged.number")
    .select(rowColumns.filter((name) => !isCopied(name)).map((name) => `cases.${name}` as const))
    .select(["tagged.scope", "tagged.active_at", "tagged.number"]);
  const rest = conditionsOf(query).filter((name) => name !== "tag");
  return narrow(db.selectFrom(cases.as("cases")) as unknown as Cases, query, now, rest);
}

function isCopied(name: (typeof rowColumns)[number]): boolean {
  return name === "scope" || name === "active_at" || name === "number";
}

function selectTagged(db: Kysely<Database>) {
  return db.selectFrom("case_tags as cases");
}
