import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { isStorableText } from "../../../platform/contract/form-engine/rules.ts";
import { queryChoice, queryDay, queryText } from "../../../platform/contract/schemas.ts";

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

/** Days are YYYY-MM-DD in the company's time zone; `staff` is an id. */
const filter = z.object({
  q: z.string().max(maxAuditSearch).refine(isStorableText).default(""),
  staff: queryText(maxAuditSearch),
  kind: queryChoice(auditKinds),
  from: queryDay,
  to: queryDay,
});
const entryId = z.union([z.literal("").transform(() => undefined), z.guid()]).optional();

/** The query of the audit log. */
export type AuditQuery = Returned<typeof filter>;

/** The audit log. */
export const auditEndpoints = {
  /** `before`: the id of the last entry of the page before. */
  list: defineEndpoint("desk:records GET /api/desk/audit", {
    query: z.object({ ...filter.shape, before: entryId }),
    response: z.custom<AuditPage>(),
  }),
  export: defineEndpoint("desk-recent:records GET /api/desk/audit/export", {
    query: z.object({ ...filter.shape, format: z.enum(["csv", "json"]).catch("csv") }),
    response: z.string(),
  }),
} as const;
