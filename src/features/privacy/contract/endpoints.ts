import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import type { HistoryLine } from "../../../platform/contract/desk/history.ts";
import { normalizeEmail } from "../../../platform/contract/email.ts";
import { isReference } from "../../../platform/contract/form-engine/reference.ts";
import { isStorableText, looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";
import { cursor, recordId, typedText, version } from "../../../platform/contract/schemas.ts";
import { normalizeLine, normalizeText } from "../../../platform/contract/text.ts";
import type { Delivery } from "../../messages/contract/replies.ts";
import {
  correctedFields,
  type HeldKind,
  type IdentityWay,
  identityWays,
  type PrivacyKind,
  type PrivacySource,
  type PrivacyStatus,
  privacyKinds,
  privacyLimits,
  privacyLists,
  privacySources,
} from "./cases.ts";
import type { AskingAgent, Correction } from "./corrections.ts";

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
  /** Somebody asks for this person. */
  readonly isByAgent: boolean;
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
  /** Other programs that were told to delete the account too. */
  readonly receivers: readonly {
    readonly id: string;
    /** Host of its address. */
    readonly host: string;
    /** ISO 8601; null if it has not confirmed. */
    readonly confirmedAt: string | null;
    readonly reminders: number;
  }[];
  /** What the person wants us to know. */
  readonly details: string;
  readonly corrections: readonly Correction[];
  /** Who asks for them, and how they show that they may; null if they ask themselves. */
  readonly agent: AskingAgent | null;
  readonly appeal: {
    readonly at: string;
    readonly text: string;
    readonly decidedAt: string | null;
    readonly reason: string;
  } | null;
  readonly letters: readonly PrivacyLetter[];
  readonly log: readonly HistoryLine[];
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

const reason = typedText(privacyLimits.reason);

/** A letter that staff may edit before it is sent. */
export interface LetterTemplate {
  readonly name: string;
  /** May hold placeholders. */
  readonly text: string;
}

/** A request that staff enter by hand. */
const newCase = z.strictObject({
  kind: z.enum(privacyKinds),
  name: z.string().overwrite(normalizeLine).max(privacyLimits.name).refine(isStorableText),
  email: typedText(254).transform(normalizeEmail).refine(looksLikeEmail),
  source: z.enum(privacySources),
  details: z
    .string()
    .overwrite(normalizeText)
    .max(privacyLimits.details)
    .refine(isStorableText)
    .default(""),
});
export type NewPrivacyCase = Returned<typeof newCase>;

/** Name of requests about data in the live channel. */
export const privacyTopic = "privacy";

const seen = z.strictObject({ version });
const detail = z.custom<PrivacyDetail>();
const saves = <Body extends z.ZodType>(body: Body) => ({ body, response: detail });
const one = "/api/desk/privacy/cases/:id";

/** References of `possible` that are the person's, or all of them, also those not shown. */
const also = z.union([
  z.literal("all"),
  z.array(z.string().refine(isReference)).max(privacyLimits.also),
]);
const letter = seen.extend({
  title: typedText(privacyLimits.letterTitle),
  text: typedText(privacyLimits.letter),
});

/**
 * Changes of a request. Rejected with "case-changed", saying who changed what, if the version is not
 * the newest.
 */
export const privacyChanges = {
  take: defineEndpoint(`desk:deletion POST ${one}/self-assignment`, saves(seen)),
  assign: defineEndpoint(
    `desk:deletion PUT ${one}/assignee`,
    saves(seen.extend({ staffId: recordId.nullable() })),
  ),
  sendLink: defineEndpoint(`desk:deletion POST ${one}/identity-links`, saves(seen)),
  extend: defineEndpoint(`desk:deletion PUT ${one}/extension`, saves(seen.extend({ reason }))),
  writeLetter: defineEndpoint(`desk:deletion POST ${one}/letters`, saves(letter)),
  confirmIdentity: defineEndpoint(
    `desk-recent:deletion PUT ${one}/identity`,
    saves(seen.extend({ how: z.enum(identityWays) })),
  ),
  /** `expected`: records to delete, as shown; rejected with "case-changed" if it differs. */
  delete: defineEndpoint(
    `desk-recent:deletion POST ${one}/deletion`,
    saves(seen.extend({ expected: z.int().min(0), also })),
  ),
  sendCopy: defineEndpoint(`desk-recent:deletion POST ${one}/copies`, saves(seen)),
  deny: defineEndpoint(`desk-recent:deletion PUT ${one}/denial`, saves(seen.extend({ reason }))),
  acceptAuthority: defineEndpoint(`desk-recent:deletion PUT ${one}/authority`, saves(seen)),
  /** One outcome for each field that the person wants to have corrected. */
  correct: defineEndpoint(
    `desk-recent:deletion PUT ${one}/corrections`,
    saves(
      seen.extend({
        outcomes: z
          .array(
            z.strictObject({
              field: z.enum(correctedFields),
              outcome: z.enum(["changed", "kept"]),
              note: z
                .string()
                .overwrite(normalizeLine)
                .max(privacyLimits.reason)
                .refine(isStorableText),
            }),
          )
          .max(correctedFields.length),
      }),
    ),
  ),
  decideAppeal: defineEndpoint(
    `desk-recent:deletion PUT ${one}/appeal`,
    saves(seen.extend({ isGranted: z.boolean(), reason })),
  ),
} as const;

/** Body of a change. */
export type PrivacyBody<Name extends keyof typeof privacyChanges> = Parameters<
  (typeof privacyChanges)[Name]["accepts"]
>[0];

/** Requests about data. `id` is the reference, or a letter's id. */
export const privacyEndpoints = {
  list: defineEndpoint("desk:deletion GET /api/desk/privacy", {
    query: z.object({ show: z.enum(privacyLists).default("open"), after: cursor }),
    response: z.custom<PrivacyPage>(),
  }),
  counts: defineEndpoint("desk:deletion GET /api/desk/privacy/counts", {
    response: z.custom<PrivacyCounts>(),
  }),
  add: defineEndpoint("desk:deletion POST /api/desk/privacy/cases", {
    body: newCase,
    response: detail,
  }),
  read: defineEndpoint("desk:deletion GET /api/desk/privacy/cases/:id", {
    response: detail,
  }),
  letters: defineEndpoint("desk:deletion GET /api/desk/privacy/letters", {
    response: z.custom<{ readonly templates: readonly LetterTemplate[] }>(),
  }),
  authorityFile: defineEndpoint("desk:deletion GET /api/desk/privacy/authority-files/:id", {
    response: z.string(),
  }),
  retry: defineEndpoint("desk:deletion POST /api/desk/privacy/letters/:id", {
    response: detail,
  }),
  ...privacyChanges,
} as const;
