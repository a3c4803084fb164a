import {
  defineEndpoint,
  type NoBody,
} from "../../../platform/contract/endpoints/define-endpoint.ts";

/** Name of the audit log in the live channel. */
export const auditTopic = "audit";

export const maxAuditSearch = 100;

export const auditKinds = ["log-in", "opened", "change", "export", "staff", "refused"] as const;

export type AuditKind = (typeof auditKinds)[number];

export const auditKindNames: Readonly<Record<AuditKind, string>> = {
  "log-in": "Logins",
  opened: "Records opened",
  change: "Changes",
  export: "Exports and downloads",
  staff: "Staff",
  refused: "Refused only",
};

/** One line of the audit log. It never holds the contents of a message. */
export interface AuditEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: AuditKind;
  /** Who: a name, "The desk" for automatic actions, "Unknown" for strangers. */
  readonly actor: string;
  readonly staffId: string | null;
  /** What, as a sentence without its period: "Status: New to Done". */
  readonly what: string;
  /** Target: a reference or a part of the desk; may be empty. */
  readonly target: string;
  /** Network address, or a word such as "Command line". */
  readonly from: string;
}

/** Response of `auditEndpoints.list`: newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the next page starts; null on the last. */
  readonly next: string | null;
}

export const auditPageSize = 50;

/**
 * The audit log. Query of all: `q` words, `staff` id, `kind`, `from` and `to` days (YYYY-MM-DD in
 * the company's time zone); `before` an entry's id for the next page; `format` csv or json for the
 * export.
 */
export const auditEndpoints = {
  list: defineEndpoint<NoBody, AuditPage>("desk:records GET /api/desk/audit"),
  export: defineEndpoint<NoBody, string>("desk-recent:records GET /api/desk/audit/export"),
} as const;
