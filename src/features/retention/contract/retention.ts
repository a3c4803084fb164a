import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { inboxForms } from "../../messages/contract/inbox.ts";
import { dataDeletionForm } from "../../privacy/contract/data-deletion.ts";

export const applicationsKind = "applications";
/** What numbers without an account said about texts; what an account's said goes with it. */
export const textConsentsKind = "text-consents";

/** Kinds of records whose retention staff may set, with their names, in the order of the page. */
export const retentionKinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(inboxForms).filter(([form]) => form !== dataDeletionForm.collection),
  ),
  [applicationsKind]: "Applications",
  [textConsentsKind]: "Consent to texts, without an account",
};

/** Months that may be chosen; null: never. */
export const retentionMonths = [6, 12, 18, 24, 36, 60] as const;

/** How long data deletion requests are kept after they are done, as evidence. */
export const { deletionCaseMonths } = facts.keep;

/** Hour of the night at which the run starts, in the company's time zone. */
export const retentionHour = 2;

/** Months by kind; a kind that is absent is never deleted. */
export type RetentionRules = Readonly<Record<string, number>>;

export interface RetentionResponse {
  readonly rules: RetentionRules;
  /** Records that the next run would delete, by kind; data deletion requests by their collection. */
  readonly counts: Readonly<Record<string, number>>;
  /** The last run; null if there was none yet. */
  readonly lastRun: {
    /** ISO 8601. */
    readonly startedAt: string;
    readonly deleted: number;
  } | null;
}

const body = z.object({
  rules: z
    .record(z.string(), z.literal([...retentionMonths]))
    .refine((rules) =>
      Object.keys(rules).every((kind) => Object.hasOwn(retentionKinds, kind)),
    ) as z.ZodType<RetentionRules>,
});
const response = z.custom<RetentionResponse>();

/** How long records are kept after they are done. */
export const retentionEndpoints = {
  read: defineEndpoint("desk:records GET /api/desk/retention", { response }),
  /** Counts what rules would delete, without saving them. */
  preview: defineEndpoint("desk:records POST /api/desk/retention/preview", { body, response }),
  save: defineEndpoint("desk-recent:records PUT /api/desk/retention", { body, response }),
} as const;
