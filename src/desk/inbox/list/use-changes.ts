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
}

export interface ManyChanges {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  readonly changeMany: (rows: readonly CaseRow[], edit: ManyEdit) => Promise<void>;
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
        setNotice({ text: failureMessage(outcome.error), undo: null, secondsLeft: 0 });
        return;
      }
      const { changed, conflicts, undo } = outcome.data;
      const text = describeChange(changed, conflicts);
      setNotice({ text, undo, secondsLeft: undo === null ? 0 : undoSeconds });
      await onChanged();
    },
    [onChanged],
  );

  const undoId = notice?.undo;
  const undo = useCallback(async () => {
    if (!undoId) return;
    setBusy(true);
    const outcome = await deskRequest(inboxEndpoints.undo, { undo: undoId });
    setBusy(false);
    const text = outcome.ok
      ? `${countMessages(outcome.data.restored)} as before.`
      : failureMessage(outcome.error);
    setNotice({ text, undo: null, secondsLeft: 0 });
    await onChanged();
  }, [undoId, onChanged]);

  return { notice, isBusy, changeMany, undo, dismiss: () => setNotice(undefined) };
}

function countMessages(count: number): string {
  return count === 1 ? "1 message is" : `${count} messages are`;
}

/** "2 messages are changed. Somebody was quicker with K7MP4R2X: it stays as it is." */
export function describeChange(changed: number, conflicts: readonly string[]): string {
  const text = `${countMessages(changed)} changed.`;
  if (conflicts.length === 0) return text;
  const rest = conflicts.length === 1 ? "it stays as it is" : "they stay as they are";
  return `${text} Somebody was quicker with ${conflicts.join(", ")}: ${rest}.`;
}
