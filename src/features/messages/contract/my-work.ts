import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import type { ListedNewDraft } from "./calls.ts";
import type { CallBackRow, CaseRow } from "./inbox.ts";
import type { ConversationKind } from "./replies.ts";

/** Rows of one part at most; the counts go on. */
export const maxOfPart = 100;

/** A note that mentions the reader, who has not written in the message since. */
export interface Mention {
  readonly reference: string;
  readonly name: string;
  /** The beginning of the note. */
  readonly text: string;
  readonly staffId: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** A reply that the reader began and did not send. */
export interface WaitingDraft {
  readonly kind: ConversationKind;
  readonly reference: string;
  readonly name: string;
  /** The beginning of it; "" if only files are attached. */
  readonly text: string;
  /** ISO 8601. */
  readonly savedAt: string;
}

export interface MyWork {
  /** Calls that the reader owes, late ones first. Their messages are in no other part. */
  readonly calls: readonly CallBackRow[];
  /** Newest first. */
  readonly mentions: readonly Mention[];
  /** Due today or late, then the others, each in the order of due times. */
  readonly due: readonly CaseRow[];
  readonly later: readonly CaseRow[];
  /** Newest first. */
  readonly drafts: readonly WaitingDraft[];
  readonly newDrafts: readonly ListedNewDraft[];
}

/** What waits for the reader. */
export const myWorkEndpoints = {
  read: defineEndpoint("desk:inbox-read GET /api/desk/inbox/my-work", {
    response: z.custom<MyWork>(),
  }),
  /** Beside the view: calls, mentions, what is due today and drafts. */
  count: defineEndpoint("desk:inbox-read GET /api/desk/inbox/my-work/count", {
    response: z.custom<{ readonly count: number }>(),
  }),
} as const;
