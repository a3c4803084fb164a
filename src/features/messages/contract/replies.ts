import type { PlaceholderValues } from "./placeholders.ts";

/** What a conversation is about: a message to us, which is a case, or an application for work. */
export type ConversationKind = "case" | "application";

/** Delay before a reply is sent, in seconds; until then it can be undone. */
export const sendDelaySeconds = 10;

/** Input limits: lengths in characters, and counts. */
export const replyLimits = {
  text: 20_000,
  blanks: 20,
  blank: 300,
  templateName: 60,
  templates: 100,
  /** Attached files: their number, and their bytes together. */
  files: 10,
  fileBytes: 10 * 1024 * 1024,
  fileName: 255,
} as const;

/** Statuses that a case can get with a reply, the default first. */
export const statusesAfterReply = ["waiting", "in-progress", "done"] as const;
export type StatusAfterReply = (typeof statusesAfterReply)[number];

export interface NewReply {
  /** May hold placeholders. */
  readonly text: string;
  /** Values of placeholders that the desk does not know, by name. */
  readonly blanks: PlaceholderValues;
  /** One of `statusesAfterReply`, or an application status, where "" keeps the current one. */
  readonly statusAfter: string;
  /** The template inserted last; "" for none. */
  readonly templateId: string;
}

/** A file that staff attached. */
export interface ReplyFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
}

export interface ReplyDraft extends NewReply {
  readonly files: readonly ReplyFile[];
  /** ISO 8601. */
  readonly savedAt: string;
}

/** Unsent reply of a colleague who can no longer send it: disabled, or without the role. */
export interface LeftDraft {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly files: readonly ReplyFile[];
  /** ISO 8601. */
  readonly savedAt: string;
}

export interface SendingReply {
  readonly id: string;
  readonly staffId: string;
  /** When it is sent, in milliseconds from the response. */
  readonly inMs: number;
}

export interface Delivery {
  readonly replyId: string;
  /** "accepted": a text that the carrier has not reported yet. */
  readonly state: "waiting" | "accepted" | "sent" | "failed";
  /**
   * When it was sent or abandoned, ISO 8601. While it is pending: when a text goes that waits for the
   * hours of texts; null otherwise.
   */
  readonly at: string | null;
  /** Why it failed or is still pending: "The mailbox is full"; "" if nothing went wrong. */
  readonly reason: string;
  /** What a mail server on the way said about a delay; "" without one. */
  readonly delay: string;
}

export interface ReplyTemplate {
  readonly id: string;
  readonly topic: ConversationKind;
  readonly name: string;
  readonly text: string;
  readonly isShared: boolean;
  /** Whether the current user may change it: the author, or if shared, staff with `settings`. */
  readonly isEditable: boolean;
  /** Who wrote it; null: a former staff member. */
  readonly staffId: string | null;
}
