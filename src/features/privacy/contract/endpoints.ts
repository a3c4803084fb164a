import {
  defineEndpoint,
  type NoBody,
} from "../../../platform/contract/endpoints/define-endpoint.ts";
import type { Delivery } from "../../messages/contract/replies/replies.ts";
import type { HeldKind, IdentityWay, PrivacyKind, PrivacySource, PrivacyStatus } from "./cases.ts";

interface HeldRow {
  readonly kind: HeldKind;
  readonly count: number;
  /** When the oldest of them was created, ISO 8601. */
  readonly oldest: string | null;
  /** Why they are kept, as text; null: Delete deletes them. */
  readonly kept: string | null;
}

/** A record that may be theirs: staff decide about each. */
interface PossibleRecord {
  readonly reference: string;
  readonly collection: string;
  readonly name: string;
  readonly phone: string;
  /**
   * "phone": it has their phone number and no email, and two people may share a number. "merged": an
   * application with another email, which staff merged with theirs.
   */
  readonly why: "phone" | "merged";
}

/** What was deleted: counts, no data. */
export interface PrivacyReceipt {
  /** ISO 8601. */
  readonly at: string;
  /** Name of the staff member, or "Command line". */
  readonly by: string;
  readonly lines: readonly { readonly name: string; readonly count: number }[];
  readonly deleted: number;
  readonly kept: number;
}

export interface PrivacyRow {
  readonly reference: string;
  readonly kind: PrivacyKind;
  readonly name: string;
  readonly status: PrivacyStatus;
  readonly assigneeId: string | null;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly dueAt: string;
  /** Days until it is due: 0 on the last day, less than 0 when it is late. */
  readonly daysLeft: number;
  /** Days allowed in total: 45, or 90. */
  readonly days: number;
  readonly isExtended: boolean;
  readonly closedAt: string | null;
  readonly version: number;
}

export interface PrivacyCounts {
  readonly open: number;
  readonly overdue: number;
}

export interface PrivacyPage extends PrivacyCounts {
  readonly cases: readonly PrivacyRow[];
  /** Cursor of the next page: send it as `after`; null on the last page. */
  readonly next: string | null;
  /** Requests completed since New Year, at most the newest `maxDoneCount`. */
  readonly done: {
    readonly count: number;
    readonly inTime: number;
    /** Median days from request to completion; null if none was completed. */
    readonly medianDays: number | null;
  };
}

export interface PrivacyLetter {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string;
  readonly text: string;
  /** Null: it was sent automatically. */
  readonly staffId: string | null;
  readonly delivery: Pick<Delivery, "state" | "at" | "reason">;
  /** When the person pressed its link, ISO 8601; null for letters without one. */
  readonly pressedAt: string | null;
}

/** A request with all its details. Times are ISO 8601. */
export interface PrivacyDetail extends PrivacyRow {
  readonly email: string;
  readonly source: PrivacySource;
  readonly supportId: string;
  /** Whether address and support ID belong to the same account; null if no account has either. */
  readonly supportIdFits: boolean | null;
  /** Whether the inbox has a message with the same reference. */
  readonly isInInbox: boolean;
  readonly messages: number;
  /** When the person withdrew it on the message page; null if they did not. */
  readonly takenBackAt: string | null;
  readonly identityAt: string | null;
  /** "link", or one of `identityWays`. */
  readonly identityHow: string;
  /** How staff can check who asks: only what is possible with what we hold. */
  readonly identityWays: readonly IdentityWay[];
  /** When the link was last sent; null if it was not. */
  readonly linkSentAt: string | null;
  readonly startedAt: string | null;
  readonly extensionReason: string;
  /** When an extension of today would end. */
  readonly extendedTo: string;
  readonly denialReason: string;
  readonly closedBy: string | null;
  readonly receipt: PrivacyReceipt | null;
  readonly appeal: {
    readonly at: string;
    readonly text: string;
    readonly decidedAt: string | null;
    readonly reason: string;
  } | null;
  readonly letters: readonly PrivacyLetter[];
  readonly log: readonly {
    readonly id: string;
    readonly at: string;
    readonly staffId: string | null;
    readonly what: string;
  }[];
  /** Until when the log is kept if the request is closed, or if it were closed now. */
  readonly keptUntil: string;
  /** What is held of the person; null once the request is closed. */
  readonly held: {
    readonly rows: readonly HeldRow[];
    readonly deleted: number;
    readonly kept: number;
    /** At most `privacyLimits.also`. */
    readonly possible: readonly PossibleRecord[];
    readonly possibleCount: number;
    /** What a deletion here does not cover, as text. */
    readonly elsewhere: readonly string[];
  } | null;
}

/** A change that needs no second factor. */
export type PrivacyWork =
  | { readonly act: "take" }
  | { readonly act: "assign"; readonly staffId: string | null }
  | { readonly act: "send-link" }
  | { readonly act: "extend"; readonly reason: string }
  | { readonly act: "letter"; readonly title: string; readonly text: string };

/** A change that needs a second factor from the last minutes. */
export type PrivacyDecision =
  | { readonly act: "confirm-identity"; readonly how: IdentityWay }
  | {
      readonly act: "delete";
      /** Number of records to delete, as shown; rejected with "case-changed" if it differs. */
      readonly expected: number;
      /** References of `possible` that are the person's, or all of them, also those not shown. */
      readonly also: readonly string[] | "all";
    }
  | { readonly act: "send-copy" }
  | { readonly act: "deny"; readonly reason: string }
  | { readonly act: "decide-appeal"; readonly isGranted: boolean; readonly reason: string };

/** A letter that staff may edit before it is sent. */
export interface LetterTemplate {
  readonly name: string;
  /** May hold placeholders. */
  readonly text: string;
}

/** A request that staff enter by hand. */
export interface NewPrivacyCase {
  readonly kind: PrivacyKind;
  readonly name: string;
  readonly email: string;
  readonly source: PrivacySource;
}

/** Requests about data. `id` is the reference, or a letter's id. */
export const privacyEndpoints = {
  /** Query: `show` one of `privacyLists`, `after`. */
  list: defineEndpoint<NoBody, PrivacyPage>("desk:deletion GET /api/desk/privacy"),
  counts: defineEndpoint<NoBody, PrivacyCounts>("desk:deletion GET /api/desk/privacy/counts"),
  add: defineEndpoint<NewPrivacyCase, PrivacyDetail>("desk:deletion POST /api/desk/privacy/cases"),
  read: defineEndpoint<NoBody, PrivacyDetail>("desk:deletion GET /api/desk/privacy/cases/:id"),
  letters: defineEndpoint<NoBody, { readonly templates: readonly LetterTemplate[] }>(
    "desk:deletion GET /api/desk/privacy/letters",
  ),
  /** Rejected with "case-changed", saying who changed what, if the version is not the newest. */
  work: defineEndpoint<{ readonly version: number; readonly work: PrivacyWork }, PrivacyDetail>(
    "desk:deletion PATCH /api/desk/privacy/cases/:id",
  ),
  decide: defineEndpoint<
    { readonly version: number; readonly decision: PrivacyDecision },
    PrivacyDetail
  >("desk-recent:deletion POST /api/desk/privacy/cases/:id/decisions"),
  retry: defineEndpoint<NoBody, PrivacyDetail>("desk:deletion POST /api/desk/privacy/letters/:id"),
} as const;
