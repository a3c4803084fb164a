import type { PlaceholderValues } from "./placeholders.ts";

/** What a conversation is about: a message to us, which is a case, or an application for work. */
export type ConversationKind = "case" | "application";

/** How long a reply waits before it is sent, in seconds; until then it can be taken back. */
export const sendDelaySeconds = 10;

/** Limits of what staff type: lengths in characters, and counts. */
export const replyLimits = {
  text: 20_000,
  blanks: 20,
  blank: 300,
  templateName: 60,
  /** Templates of one person, shared ones included. */
  templates: 100,
} as const;

/** Statuses that a case can get with a reply, the usual one first. */
export const statusesAfterReply = ["waiting", "in-progress", "done"] as const;
export type StatusAfterReply = (typeof statusesAfterReply)[number];

/** What somebody is writing. */
export interface NewReply {
  /** May hold placeholders. */
  readonly text: string;
  /** Values of placeholders that the desk does not know, by name. */
  readonly blanks: PlaceholderValues;
  /** One of `statusesAfterReply`, or a status of applications; for these "" keeps it. */
  readonly statusAfter: string;
  /** The template that was put in last; "" for none. */
  readonly templateId: string;
}

/** Unsent reply of the reader. */
export interface ReplyDraft extends NewReply {
  /** ISO 8601. */
  readonly savedAt: string;
}

/** A reply that is about to be sent. */
export interface SendingReply {
  readonly id: string;
  readonly staffId: string;
  /** When it is sent, in milliseconds from the response. */
  readonly inMs: number;
}

/** What became of a reply's email. */
export interface Delivery {
  readonly replyId: string;
  readonly state: "waiting" | "sent" | "failed";
  /** When it was sent or given up, ISO 8601; null while it waits. */
  readonly at: string | null;
  /** Why it failed, or why it still waits: "The mailbox is full"; "" if nothing went wrong. */
  readonly reason: string;
}

/** Text for replies, one's own or shared. */
export interface ReplyTemplate {
  readonly id: string;
  /** What it is for. */
  readonly topic: ConversationKind;
  readonly name: string;
  readonly text: string;
  readonly isShared: boolean;
  /** Whether the reader may change it: the author, and for shared ones who has the settings. */
  readonly isEditable: boolean;
  /** Who wrote it; null: somebody who left. */
  readonly staffId: string | null;
}
