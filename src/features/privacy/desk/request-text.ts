import { firstName } from "../../../platform/desk/format/names.ts";
import { formatDayInYear } from "../../../platform/desk/format/times.ts";
import type { PrivacyKind } from "../contract/cases.ts";
import type { PrivacyDetail, PrivacyRow } from "../contract/endpoints.ts";
import { privacyKindNames } from "../contract/names.ts";

/** "31 days left", "Due today", "2 days late". */
export function formatDaysLeft(days: number): string {
  if (days === 0) return "Due today";
  const count = Math.abs(days);
  return `${count} ${count === 1 ? "day" : "days"} ${days < 0 ? "late" : "left"}`;
}

/** "Deletion, due November 26". */
export function formatDue(row: PrivacyRow, now: number): string {
  const kind = privacyKindNames[row.kind];
  if (row.closedAt !== null) return `${kind}, closed ${formatDayInYear(row.closedAt, now)}`;
  const due = formatDayInYear(row.dueAt, now);
  return `${kind}, ${row.daysLeft < 0 ? "was due" : "due"} ${due}${row.isExtended ? ", extended" : ""}`;
}

const requestNames: Readonly<Record<PrivacyKind, string>> = {
  deletion: "Data deletion request",
  copy: "Request for a copy of data",
  correction: "Request to correct data",
  "opt-out": "Request not to sell or share data",
};

/** "Data deletion request". */
export function namePrivacyRequest({ kind }: PrivacyRow): string {
  return requestNames[kind];
}

/** "45 things", "1 thing". */
export function formatThings(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "thing" : "things"}`;
}

export function nameShort({ name }: Pick<PrivacyDetail, "name">): string {
  return name.includes("@") ? "This person" : firstName(name);
}
