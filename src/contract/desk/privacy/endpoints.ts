import { defineEndpoint, type NoBody } from "../../endpoints/define-endpoint.ts";
import type { Delivery } from "../replies.ts";
import type { HeldKind, PrivacyKind, PrivacySource, PrivacyStatus } from "./cases.ts";

/** What we hold of one kind. */
interface HeldRow {
  readonly kind: HeldKind;
  readonly count: number;
  /** When the oldest of them was made, ISO 8601. */
  readonly oldest: string | null;
  /** Why they stay, in words; null: Delete deletes them. */
  readonly kept: string | null;
}

/** A record that only a phone number leads to: two people may share one. */
interface PhoneRecord {
  readonly reference: string;
  readonly collection: string;
  readonly name: string;
  readonly phone: string;
}

/** What was deleted: counts, no data. */
export interface PrivacyReceipt {
  /** ISO 8601. */
  readonly at: string;
  /** Name of the colleague, or "Command line". */
  readonly by: string;
  readonly lines: readonly { readonly name: string; readonly count: number }[];
  readonly deleted: number;
  readonly kept: number;
}

/** One row of the list. */
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
  /** Days that were given in all: 45, or 90. */
  readonly days: number;
  readonly isExtended: boolean;
  readonly closedAt: string | null;
  readonly version: number;
}

/** Response of `privacyEndpoints.counts`. */
export interface PrivacyCounts {
  readonly open: number;
  readonly overdue: number;
}

/** Response of `privacyEndpoints.list`. */
export interface PrivacyPage extends PrivacyCounts {
  readonly cases: readonly PrivacyRow[];
  /** Where the next page starts: send it as `after`; null on the last. */
  readonly next: string | null;
  /** What was done since New Year, the newest `maxDoneCount` of it. */
  readonly done: {
    readonly count: number;
    readonly inTime: number;
    /** Days from the request to the end, in the median; null if nothing was done. */
    readonly medianDays: number | null;
  };
}

/** An email to the person. */
export interface PrivacyLetter {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string;
  readonly text: string;
  /** Null: it went by itself. */
  readonly staffId: string | null;
  readonly delivery: Pick<Delivery, "state" | "at" | "reason">;
  /** When the person pressed its link, ISO 8601; null for letters without one. */
  readonly pressedAt: string | null;
}

/** A request with everything below it. Times are ISO 8601. */
export interface PrivacyDetail extends PrivacyRow {
  readonly email: string;
  readonly source: PrivacySource;
  readonly supportId: string;
  /** Whether address and support ID belong to the same account; null if no account has either. */
  readonly supportIdFits: boolean | null;
  /** Whether there is a message of the inbox with the same reference. */
  readonly isInInbox: boolean;
  /** All messages of the same address. */
  readonly messages: number;
  /** When the person took it back on the message page; null if not. */
  readonly takenBackAt: string | null;
  readonly identityAt: string | null;
  /** "link", or one of `identityWays`. */
  readonly identityHow: string;
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
  /** Until when the log is kept, if it was closed, or were now. */
  readonly keptUntil: string;
  /** What is held of the person; null once the request is closed. */
  readonly held: {
    readonly rows: readonly HeldRow[];
    readonly deleted: number;
    readonly kept: number;
    readonly phoneOnly: readonly PhoneRecord[];
    /** What a deletion here does not reach, in words. */
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

/** A change that needs the second factor of the last minutes. */
export type PrivacyDecision =
  | { readonly act: "confirm-identity"; readonly how: string }
  | {
      readonly act: "delete";
      /** How many things the page said would go: rejected with "case-changed" if it is another number. */
      readonly expected: number;
      /** References of `phoneOnly` that are the person's. */
      readonly also: readonly string[];
    }
  | { readonly act: "send-copy" }
  | { readonly act: "deny"; readonly reason: string }
  | { readonly act: "decide-appeal"; readonly isGranted: boolean; readonly reason: string };

/** A letter that staff may open and change before it goes. */
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
  /** As `work`. */
  decide: defineEndpoint<
    { readonly version: number; readonly decision: PrivacyDecision },
    PrivacyDetail
  >("desk-recent:deletion POST /api/desk/privacy/cases/:id/decisions"),
  /** Sends a letter again that was given up. */
  retry: defineEndpoint<NoBody, PrivacyDetail>("desk:deletion POST /api/desk/privacy/letters/:id"),
} as const;
