import { isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { type AuditKind, auditKinds, maxAuditSearch } from "../../contract/audit.ts";
import { startOfDay } from "../access/read-day.ts";

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

/**
 * Reads the query of the audit log. Days are in the company's time zone.
 * @throws ApiError "malformed"
 */
export function readAuditFilter(query: URLSearchParams): AuditFilter {
  const text = query.get("q") ?? "";
  const kind = query.get("kind") || undefined;
  const [from, to] = [query.get("from"), query.get("to")];
  const staff = query.get("staff") || undefined;
  if (text.length > maxAuditSearch || !isStorableText(text + (staff ?? ""))) {
    throw new ApiError("malformed");
  }
  if (kind !== undefined && !auditKinds.some((one) => one === kind)) {
    throw new ApiError("malformed");
  }
  return {
    words: text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords),
    staff,
    kind: kind as AuditKind | undefined,
    from: from ? startOfDay(from, 0) : undefined,
    to: to ? startOfDay(to, 1) : undefined,
  };
}
