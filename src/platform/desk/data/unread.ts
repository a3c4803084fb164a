import type { HistoryLine } from "../../contract/desk/history.ts";
import type { Row } from "./merge-rows.ts";

/** A message, a reply or a note. */
export interface RecordEntry {
  readonly id: string;
  readonly kind: string;
  /** ISO 8601. */
  readonly at: string;
  /** Null: the person. */
  readonly staffId: string | null;
  readonly text: string;
}

/** The parts of a record that other people change. */
export interface ReadableRecord extends Row {
  readonly history?: readonly HistoryLine[];
  readonly log?: readonly HistoryLine[];
  readonly entries?: readonly RecordEntry[];
  readonly sending?: { readonly staffId: string } | null;
  readonly draft?: object | null;
  readonly leftDrafts?: readonly object[];
}

/** What somebody who has read one state of a record has not read of a newer one. */
export interface Unread {
  readonly entries: readonly RecordEntry[];
  readonly changes: readonly HistoryLine[];
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
