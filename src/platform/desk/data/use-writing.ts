import { useEffect, useId, useRef } from "react";
import { minutes } from "../../contract/durations.ts";

/** Who stops typing for this long counts as reading again, in milliseconds. */
const pauseMs = minutes(2);

/** Reports that somebody begins or stops to write in the field with this id. */
export type OnWriting = (fieldId: string, isWriting: boolean) => void;

/** Reports whether somebody writes in a field: text typed since it opened, until it is sent. */
export function useWriting(text: string, onWriting: OnWriting | undefined): void {
  const id = useId();
  const first = useRef(text);
  useEffect(() => {
    if (!onWriting || text === first.current) return;
    const isWriting = text.trim() !== "";
    onWriting(id, isWriting);
    if (!isWriting) return;
    const timer = setTimeout(() => onWriting(id, false), pauseMs);
    return () => clearTimeout(timer);
  }, [text, onWriting, id]);
  useEffect(() => () => onWriting?.(id, false), [onWriting, id]);
}
