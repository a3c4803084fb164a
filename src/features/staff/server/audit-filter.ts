import type { AuditKind, AuditQuery } from "../contract/audit.ts";
import { startOfDay } from "./access/read-day.ts";

/** Filter value for the desk's own entries, instead of a staff member's id. */
export const deskActor = "desk";

const maxWords = 5;

export interface AuditFilter {
  /** In lower case; each must occur in the entry. */
  readonly words: readonly string[];
  /** Id of a staff member, or `deskActor`. */
  readonly staff: string | undefined;
  readonly kind: AuditKind | undefined;
  /** Milliseconds since 1970, inclusive. */
  readonly from: number | undefined;
  /** Milliseconds since 1970, exclusive. */
  readonly to: number | undefined;
}

/** The filter that a query asks for. Its days are in the company's time zone. */
export function toAuditFilter({ q, staff, kind, from, to }: AuditQuery): AuditFilter {
  return {
    words: q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords),
    staff,
    kind,
    from: from ? startOfDay(from, 0) : undefined,
    to: to ? startOfDay(to, 1) : undefined,
  };
}
