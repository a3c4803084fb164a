import { useCallback, useEffect, useState } from "react";
import {
  type CaseEdit,
  type CaseRow,
  inboxEndpoints,
  undoSeconds,
} from "../../../contract/desk/inbox.ts";
import { seconds } from "../../../contract/durations.ts";
import { deskRequest, failureMessage } from "../../api/desk-request.ts";

/** A bulk change: it cannot set the tags, but can add one. */
export type ManyEdit = Omit<CaseEdit, "tags"> & { readonly addTag?: string | undefined };

/** What the bar below the list shows. */
interface Notice {
  readonly text: string;
  /** Id for undoing the change; null if that is not possible. */
  readonly undo: string | null;
  readonly secondsLeft: number;
  /** Whether it is about the open record, where the bar is shown then. */
  readonly isOfRecord: boolean;
}

const over = { undo: null, secondsLeft: 0 } as const;

export interface ManyChanges {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  readonly changeMany: (rows: readonly CaseRow[], edit: ManyEdit) => Promise<void>;
  /** Offers to undo a change of the open record. @param undo of the response; null: no change */
  readonly offerUndo: (undo: string | null) => void;
  readonly undo: () => Promise<void>;
  readonly dismiss: () => void;
}

/** Changes several cases, with undo for ten seconds. @param onChanged reloads */
export function useChanges(onChanged: () => Promise<void>): ManyChanges {
  const [notice, setNotice] = useState<Notice>();
  const [isBusy, setBusy] = useState(false);
  const secondsLeft = notice?.secondsLeft ?? 0;

  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => {
      setNotice((before) => before && { ...before, secondsLeft: before.secondsLeft - 1 });
    }, seconds(1));
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const changeMany = useCallback(
    async (rows: readonly CaseRow[], edit: ManyEdit) => {
      setBusy(true);
      const cases = rows.map(({ reference, version }) => ({ reference, version }));
      const outcome = await deskRequest(inboxEndpoints.changeMany, { cases, edit });
      setBusy(false);
      if (!outcome.ok) {
        setNotice({ ...over, text: failureMessage(outcome.error), isOfRecord: false });
        return;
      }
      const { changed, conflicts, requests, undo } = outcome.data;
      const text = describeChange(changed, conflicts, requests);
      setNotice({ text, undo, secondsLeft: undo === null ? 0 : undoSeconds, isOfRecord: false });
      await onChanged();
    },
    [onChanged],
  );

  const offerUndo = useCallback((undoOfOne: string | null) => {
    if (undoOfOne === null) return setNotice(undefined);
    const text = describeChange(1, [], []);
    setNotice({ text, undo: undoOfOne, secondsLeft: undoSeconds, isOfRecord: true });
  }, []);

  const undoId = notice?.undo;
  const isOfRecord = notice?.isOfRecord ?? false;
  const undo = useCallback(async () => {
    if (!undoId) return;
    setBusy(true);
    const outcome = await deskRequest(inboxEndpoints.undo, { undo: undoId });
    setBusy(false);
    const text = outcome.ok
      ? `${countMessages(outcome.data.restored)} as before.`
      : failureMessage(outcome.error);
    setNotice({ ...over, text, isOfRecord });
    await onChanged();
  }, [undoId, isOfRecord, onChanged]);

  return { notice, isBusy, changeMany, offerUndo, undo, dismiss: () => setNotice(undefined) };
}

function countMessages(count: number): string {
  return count === 1 ? "1 message is" : `${count} messages are`;
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
