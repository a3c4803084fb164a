import {
  type CaseFilter,
  caseFilterNames,
  inboxForms,
  statusNames,
} from "../../../contract/inbox.ts";

/** Statuses whose counts are red. */
export const loudStatuses: readonly string[] = ["overdue", "undelivered"];

/** Reads the filter from the URL; unknown names are ignored. */
export function readFilter(query: URLSearchParams): CaseFilter {
  const filter: Record<string, string> = {};
  for (const name of caseFilterNames) {
    const value = query.get(name);
    if (value) filter[name] = value;
  }
  return filter;
}

/** Formats a filter as a query string without "?", always in the same order. */
export function formatFilter(filter: CaseFilter): string {
  const query = new URLSearchParams();
  for (const name of caseFilterNames) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  return query.toString();
}

/** The filter with one value changed; the value that it already has, or undefined, removes it. */
export function toggleFilter<Name extends keyof CaseFilter>(
  filter: CaseFilter,
  name: Name,
  value: CaseFilter[Name],
): CaseFilter {
  return { ...filter, [name]: filter[name] === value ? undefined : value };
}

/** Whether nothing narrows the list; the sort order does not count. */
export function isPlainFilter(filter: CaseFilter): boolean {
  return caseFilterNames.every((name) => name === "sort" || !filter[name]);
}

/** How many filters narrow the list; sort order and search do not count. */
export function countFilters(filter: CaseFilter): number {
  return caseFilterNames.filter((name) => name !== "sort" && name !== "q" && filter[name]).length;
}

/** Describes what a filter shows, as part of a sentence: "Feedback, overdue, assigned to me". */
export function describeFilter(filter: CaseFilter, nameOf: (staffId: string) => string): string {
  const { form, status, assignee, platform, tag, from, to, q } = filter;
  const parts = [
    form && (inboxForms[form] ?? form),
    status && describeStatus(status),
    assignee && describeAssignee(assignee, nameOf),
    platform,
    tag && `tag “${tag}”`,
    from && `from ${from}`,
    to && `to ${to}`,
    q && `“${q}”`,
  ];
  return parts.filter(Boolean).join(", ");
}

function describeStatus(status: NonNullable<CaseFilter["status"]>): string {
  if (status === "all") return "any status";
  if (status === "undelivered") return "not delivered";
  if (status === "open" || status === "overdue" || status === "snoozed") return status;
  if (status === "spam") return status;
  return statusNames[status].toLowerCase();
}

function describeAssignee(assignee: string, nameOf: (staffId: string) => string): string {
  if (assignee === "me") return "assigned to me";
  return assignee === "nobody" ? "unassigned" : `assigned to ${nameOf(assignee)}`;
}

/** The word after the count above the list: "15 open", "212 done", "3 found". */
export function countWord(filter: CaseFilter): string {
  if (filter.q) return "found";
  if (filter.status === undefined) return "open";
  if (filter.status === "all") return "in all";
  return describeStatus(filter.status);
}
