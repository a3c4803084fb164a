import { useCallback, useEffect, useState } from "react";
import { undoSeconds } from "../../contract/desk/undo.ts";
import { seconds } from "../../contract/durations.ts";
import type { Outcome } from "../../site/runtime/api.ts";
import { failureMessage } from "../data/desk-request.ts";

interface Notice {
  readonly text: string;
  /** Token for undoing the change; null if that is not possible. */
  readonly undo: string | null;
  readonly secondsLeft: number;
  /** Whether it is about the open record, where the bar is shown then. */
  readonly isOfRecord: boolean;
}

export interface Undo {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  /** Shows what was changed. @param undo the token of the response; null: nothing to undo */
  readonly offer: (text: string, undo: string | null, isOfRecord: boolean) => void;
  readonly undo: () => Promise<void>;
  readonly dismiss: () => void;
}

/**
 * Undo for ten seconds.
 * @param send undoes a change; resolves with the sentence about it
 * @param onUndone reloads
 * @param onStart called with each undo as it begins
 */
export function useUndo(
  send: (undo: string) => Promise<Outcome<string>>,
  onUndone: () => Promise<void>,
  onStart: (undo: Promise<void>) => void,
): Undo {
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

  const offer = useCallback((text: string, undo: string | null, isOfRecord: boolean) => {
    setNotice({ text, undo, secondsLeft: undo === null ? 0 : undoSeconds, isOfRecord });
  }, []);

  const undoId = notice?.undo;
  const isOfRecord = notice?.isOfRecord ?? false;
  const carryOut = useCallback(async () => {
    if (!undoId) return;
    setBusy(true);
    const outcome = await send(undoId);
    setBusy(false);
    offer(outcome.ok ? outcome.data : failureMessage(outcome.error), null, isOfRecord);
    await onUndone();
  }, [undoId, isOfRecord, send, onUndone, offer]);
  const undo = useCallback(() => {
    const done = carryOut();
    onStart(done);
    return done;
  }, [carryOut, onStart]);

  return { notice, isBusy, offer, undo, dismiss: () => setNotice(undefined) };
}
