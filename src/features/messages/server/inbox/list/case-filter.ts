import { platform } from "../../../../../platform/contract/form-engine/fields.ts";
import { ApiError } from "../../../../../platform/server/api-error.ts";
import { startOfDay } from "../../../../staff/server/access/read-day.ts";
import { readFilterTexts } from "../../../../staff/server/access/read-filter.ts";
import {
  type CaseFilter,
  type CaseStatus,
  caseFilterNames,
  caseSorts,
  caseStatuses,
  inboxForms,
  inboxLimits,
} from "../../../contract/desk/inbox.ts";
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
  readonly sort: (typeof caseSorts)[number];
}

/**
 * Reads a filter from a query; absent names filter nothing.
 * @throws ApiError "malformed" for an invalid value
 */
export function readCaseFilter(query: URLSearchParams): CaseFilter {
  const filter: Record<string, string> = readFilterTexts(
    query,
    caseFilterNames,
    inboxLimits.search,
  );
  return filter;
}

const otherStatuses: readonly string[] = ["open", "overdue", "undelivered", "spam", "all"];

/**
 * @param staffId the reader's, for "me"
 * @throws ApiError "malformed"
 */
export function toCaseQuery(filter: CaseFilter, staffId: string): CaseQuery {
  const { form, status, assignee, platform: app, tag, from, to, q = "", sort = "newest" } = filter;
  const own = caseStatuses.find((one) => one === status);
  const isKnown =
    (form === undefined || Object.hasOwn(inboxForms, form)) &&
    (status === undefined || own || otherStatuses.includes(status)) &&
    (app === undefined || (platform.options as readonly string[]).includes(app)) &&
    caseSorts.includes(sort);
  if (!isKnown) throw new ApiError("malformed");
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
    sort,
  };
}

function readScopes(
  status: CaseFilter["status"],
  own: CaseStatus | undefined,
  isSearch: boolean,
): readonly Scope[] {
  if (status === undefined && isSearch) return ["open", "closed", "spam"];
  if (status === "all") return ["open", "closed"];
  if (status === "spam") return ["spam"];
  return [own ? scopeOf(own, false) : "open"];
}
