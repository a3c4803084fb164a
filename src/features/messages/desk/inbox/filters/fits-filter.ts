import { type CaseFilter, type CaseRow, openStatuses } from "../../../contract/desk/inbox.ts";

/**
 * Whether a case matches a filter, by the rules of the server's list. The page checks each incoming
 * case itself: with 50 desks connected, server requests would use a full CPU core.
 * @param staffId the current user's, for "me"
 * @returns undefined if only the server can tell: search words and days
 */
export function fitsFilter(row: CaseRow, filter: CaseFilter, staffId: string): boolean | undefined {
  const { form, assignee, platform, tag, from, to, q } = filter;
  const fits =
    fitsStatus(row, filter.status, q !== undefined) &&
    (form === undefined || form === row.form) &&
    (platform === undefined || platform === row.platform) &&
    (tag === undefined || row.tags.includes(tag)) &&
    (assignee === undefined || row.assigneeId === toStaffId(assignee, staffId));
  if (!fits) return false;
  return q === undefined && from === undefined && to === undefined ? true : undefined;
}

function fitsStatus(row: CaseRow, status: CaseFilter["status"], isSearch: boolean): boolean {
  if (status === undefined && isSearch) return true;
  if (row.isSpam || status === "spam") return row.isSpam && status === "spam";
  if (status === "all") return true;
  if (status === "overdue") return row.isOverdue;
  if (status === "undelivered") return row.isUndelivered;
  const isOpenList = status === undefined || status === "open";
  return isOpenList ? openStatuses.includes(row.status) : status === row.status;
}

function toStaffId(assignee: string, own: string): string | null {
  if (assignee === "nobody") return null;
  return assignee === "me" ? own : assignee;
}
