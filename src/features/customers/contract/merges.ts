import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { version } from "../../../platform/contract/schemas.ts";

export const { mergeUndoDays } = facts.keep;

/** The account's uid. */
const uid = z.string().min(1).max(128);

/** One of two accounts that staff are about to merge. */
export interface MergeSide {
  readonly id: string;
  readonly name: string;
  /** "" without one. */
  readonly email: string;
  readonly isConfirmed: boolean;
  /** "" without one. */
  readonly phone: string;
  /** One line; "" without one. */
  readonly address: string;
  readonly supportId: string;
  /** ISO 8601. */
  readonly since: string;
  /** Of the profile. */
  readonly version: number;
}

/** What a merge would do: a dry run, which changes nothing. */
export interface MergePreview {
  readonly kept: MergeSide;
  readonly other: MergeSide;
  /** What moves, by name; nothing with a count of 0. */
  readonly moves: readonly { readonly name: string; readonly count: number }[];
  /** Why they cannot be merged, as a sentence; null if they can. */
  readonly obstacle: string | null;
}

/** An account that was merged into a customer's. */
export interface MergedAccount {
  /** The uid that it had. */
  readonly id: string;
  readonly email: string;
  readonly supportId: string;
  readonly mergedBy: string;
  /** ISO 8601, as the next; null once it cannot be undone. */
  readonly mergedAt: string;
  readonly undoUntil: string | null;
}

/**
 * Two accounts of one person become one. `id` is the uid of the account that is kept. Merging needs
 * passed checks of the caller for both, is in the audit log and emails both addresses. An obstacle is
 * rejected with "not-allowed" and the reason; a change meanwhile with "case-changed".
 */
export const mergeEndpoints = {
  /** The dry run. */
  preview: defineEndpoint("desk-recent:customer-work POST /api/desk/customers/:id/merge-preview", {
    body: z.strictObject({ other: uid }),
    response: z.custom<MergePreview>(),
  }),
  /** `versions` are those of the profiles in the dry run. */
  merge: defineEndpoint("desk-recent:customer-work POST /api/desk/customers/:id/merge", {
    body: z.strictObject({
      other: uid,
      versions: z.strictObject({ kept: version, other: version }),
    }),
  }),
  /**
   * Undoes a merge: `id` is the uid that the merged account had. Needs no check: the owner of the
   * merged account, who may be the one who calls, has no account to be checked by.
   */
  undo: defineEndpoint("desk-recent:customer-work DELETE /api/desk/customers/:id/merge"),
} as const;
