import { useCallback, useState } from "react";
import { isolate } from "../../../../../platform/contract/isolate.ts";
import { deskRequest, failureMessage } from "../../../../../platform/desk/data/desk-request.ts";
import { formatDayOfYear } from "../../../../../platform/desk/format/days.ts";
import { firstName } from "../../../../../platform/desk/format/names.ts";
import { type Undo, useUndo } from "../../../../../platform/desk/record/use-undo.ts";
import type { Outcome } from "../../../../../platform/site/runtime/api.ts";
import { type CaseRow, statusNames } from "../../../contract/inbox.ts";
import { type CaseEdit, inboxEndpoints } from "../../../contract/inbox-endpoints.ts";
import type { CaseAct } from "../record/record-props.ts";

/** A bulk change: it cannot set the tags, but can add one. */
export type ManyEdit = Omit<CaseEdit, "tags"> & { readonly addTag?: string | undefined };

export interface ManyChanges extends Undo {
  readonly changeMany: (rows: readonly CaseRow[], edit: ManyEdit) => Promise<void>;
}

/**
 * Changes several cases, with undo for ten seconds.
 * @param onChanged reloads
 * @param onStart called with each change and undo as it begins
 */
export function useChanges(
  onChanged: () => Promise<void>,
  onStart: (change: Promise<void>) => void,
): ManyChanges {
  const [isSaving, setSaving] = useState(false);
  const undo = useUndo(sendUndo, onChanged, onStart);
  const { offer } = undo;

  const change = useCallback(
    async (rows: readonly CaseRow[], edit: ManyEdit) => {
      setSaving(true);
      const cases = rows.map(({ reference, version }) => ({ reference, version }));
      const outcome = await deskRequest(inboxEndpoints.changeMany, { cases, edit });
      setSaving(false);
      if (!outcome.ok) return offer(failureMessage(outcome.error), null, false);
      const { changed, conflicts, requests, undo: token } = outcome.data;
      offer(describeChange(changed, conflicts, requests), token, false);
      await onChanged();
    },
    [onChanged, offer],
  );
  const changeMany = useCallback(
    (rows: readonly CaseRow[], edit: ManyEdit) => {
      const done = change(rows, edit);
      onStart(done);
      return done;
    },
    [change, onStart],
  );

  return { ...undo, isBusy: undo.isBusy || isSaving, changeMany };
}

async function sendUndo(undo: string): Promise<Outcome<string>> {
  const outcome = await deskRequest(inboxEndpoints.undo, { undo });
  if (!outcome.ok) return outcome;
  return { ok: true, data: `${countMessages(outcome.data.restored)} as before.` };
}

function countMessages(count: number): string {
  return count === 1 ? "1 message is" : `${count} messages are`;
}

/** What a change of one case did: "Helen's message is closed." @param name the sender's */
export function describeEdit(
  { status, assigneeId, isSpam, snooze, mergeInto, relate }: CaseAct,
  name: string,
  nameOf: (staffId: string) => string,
): string {
  if (mergeInto) return `Merged into ${mergeInto}.`;
  if (mergeInto === null) return "Separated: each has its own conversation again.";
  if (relate) return `${relate.isRelated ? "Related" : "No longer related"} to ${relate.other}.`;
  if (status === "done") return `${isolate(firstName(name))}’s message is closed.`;
  if (status) return `Status: ${statusNames[status]}.`;
  if (isSpam !== undefined) return isSpam ? "Marked as spam." : "Marked as not spam.";
  if (snooze) return `Snoozed until ${formatDayOfYear(snooze.until)}.`;
  if (snooze === null) return "No longer snoozed.";
  if (assigneeId) return `Assigned to ${isolate(nameOf(assigneeId))}.`;
  return assigneeId === null ? "Unassigned." : "Tags changed.";
}

/** "2 messages are changed. K7MP4R2X was changed by someone else first and was left alone." */
export function describeChange(
  changed: number,
  conflicts: readonly string[],
  requests: readonly string[],
): string {
  const sentences = [`${countMessages(changed)} changed.`];
  if (conflicts.length > 0) {
    const were = conflicts.length === 1 ? "was" : "were";
    sentences.push(
      `${conflicts.join(", ")} ${were} changed by someone else first and ${were} left alone.`,
    );
  }
  if (requests.length > 0) {
    const what =
      requests.length === 1 ? "is a request to delete data" : "are requests to delete data";
    sentences.push(`${requests.join(", ")} ${what}: close it in its privacy case.`);
  }
  return sentences.join(" ");
}
