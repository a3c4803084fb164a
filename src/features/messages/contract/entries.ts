import type { EmailFacts, QuotedRange } from "./inbound-emails.ts";
import type { Delivery, ReplyFile } from "./replies.ts";

/** How a call went. "another-time": the person asked to be called later. */
export const callOutcomes = ["reached", "left-message", "no-answer", "another-time"] as const;

export type CallOutcome = (typeof callOutcomes)[number];

/** One entry below a case, oldest first. */
export interface CaseEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** A message of the person, a reply of ours; a call or a note, which the person's page omits. */
  readonly kind: "message" | "reply" | "call" | "note";
  /** Reference of the merged case that it is from; null: of this one. */
  readonly from: string | null;
  /** Staff id, but for messages. */
  readonly staffId: string | null;
  /** The beginning of it if `isCut`. */
  readonly text: string;
  readonly isCut: boolean;
  /** The parts of the text that repeat earlier emails. */
  readonly quotes: readonly QuotedRange[];
  /** How it came in by email; null for everything else. */
  readonly email: EmailFacts | null;
  readonly mentions: readonly string[];
  /** How a message after the first came in, or how a call went; null for replies and notes. */
  readonly via: "page" | "app" | "email" | "text" | CallOutcome | null;
  /** Name of the template that a reply was made from; "" without. */
  readonly template: string;
  /** Sent with a reply. */
  readonly files: readonly ReplyFile[];
  /** Null for messages and notes. */
  readonly delivery: Delivery | null;
}
