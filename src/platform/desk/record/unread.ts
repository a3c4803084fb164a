import type { CaseEntry } from "../../../features/messages/contract/replies/entries.ts";
import type { LeftDraft, ReplyDraft } from "../../../features/messages/contract/replies/replies.ts";
import type { RecordChange } from "./history.tsx";

export interface ReadableRecord {
  readonly version: number;
  readonly history?: readonly RecordChange[];
  readonly log?: readonly RecordChange[];
  readonly entries?: readonly CaseEntry[];
  readonly sending?: { readonly staffId: string } | null;
  readonly draft?: ReplyDraft | null;
  readonly leftDrafts?: readonly LeftDraft[];
}

/** What somebody who has read one state of a record has not read of a newer one. */
export interface Unread {
  readonly entries: readonly CaseEntry[];
  readonly changes: readonly RecordChange[];
  /** Who else is sending a reply since. */
  readonly sendingId: string | undefined;
}

/**
 * Compares two states of a record.
 * @param ownId the reader's staff id: what they did themselves is not new to them
 * @returns undefined if there is nothing to read
 */
export function findUnread(
  shown: ReadableRecord,
  newer: ReadableRecord,
  ownId: string,
): Unread | undefined {
  const entries = listNew(shown.entries, newer.entries, ownId);
  const changes = listNew(shown.history ?? shown.log, newer.history ?? newer.log, ownId);
  const sender = newer.sending?.staffId;
  const isNewSender = sender !== undefined && sender !== ownId && !shown.sending;
  if (entries.length === 0 && changes.length === 0 && !isNewSender) return undefined;
  return { entries, changes, sendingId: sender === ownId ? undefined : sender };
}

function listNew<Item extends { readonly id: string; readonly staffId: string | null }>(
  before: readonly Item[] = [],
  after: readonly Item[] = [],
  ownId: string,
): readonly Item[] {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id, staffId }) => !known.has(id) && staffId !== ownId);
}

/** The state that stays shown, with the drafts of a newer one, which have no version. */
export function keepShown<Detail extends ReadableRecord>(shown: Detail, newer: Detail): Detail {
  const { draft, leftDrafts } = newer;
  return {
    ...shown,
    ...(draft !== undefined && { draft }),
    ...(leftDrafts !== undefined && { leftDrafts }),
  };
}
