import { startOfDay } from "../../../../staff/server/access/read-day.ts";
import {
  type CaseFilter,
  type CaseSort,
  type CaseStatus,
  caseStatuses,
  sortOf,
} from "../../../contract/inbox.ts";
import { type Scope, scopeOf } from "../../cases/submitted-case.ts";

export interface CaseQuery {
  readonly scopes: readonly Scope[];
  readonly form: string | undefined;
  readonly status: CaseStatus | undefined;
  readonly isOverdue: boolean;
  /** Whether the newest reply must have failed. */
  readonly isUndelivered: boolean;
  /** Null: unassigned. */
  readonly assigneeId: string | null | undefined;
  readonly platform: string | undefined;
  readonly tag: string | undefined;
  /** Milliseconds since 1970, of the newest message; `until` is exclusive. */
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly words: string;
  readonly sort: CaseSort;
}

/** @param staffId the reader's, for "me" */
export function toCaseQuery(filter: CaseFilter, staffId: string): CaseQuery {
  const { form, status, assignee, platform: app, tag, from, to, q = "" } = filter;
  const own = caseStatuses.find((one) => one === status);
  return {
    scopes: readScopes(status, own, q.trim() !== ""),
    form,
    status: own,
    isOverdue: status === "overdue",
    isUndelivered: status === "undelivered",
    assigneeId: assignee === "nobody" ? null : assignee === "me" ? staffId : assignee,
    platform: app,
    tag,
    since: from === undefined ? undefined : startOfDay(from, 0),
    until: to === undefined ? undefined : startOfDay(to, 1),
    words: q,
    sort: sortOf(filter),
  };
}

function readScopes(
  status: CaseFilter["status"],
  own: CaseStatus | undefined,
  isSearch: boolean,
): readonly Scope[] {
  if (status === undefined && isSearch) return ["open", "snoozed", "closed", "spam"];
  if (status === "all") return ["open", "snoozed", "closed"];
  // What is late is late even if it is snoozed.
  if (status === "overdue") return ["open", "snoozed"];
  if (status === "spam" || status === "snoozed") return [status];
  return [own ? scopeOf(own, false) : "open"];
}
