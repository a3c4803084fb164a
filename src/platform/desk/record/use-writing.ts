import { useEffect, useRef } from "react";
import { minutes } from "../../contract/durations.ts";

/** Who stops typing for this long counts as reading again, in milliseconds. */
const pauseMs = minutes(2);

/** Reports whether somebody writes in a field: text typed since it opened, until it is sent. */
export function useWriting(
  text: string,
  onWriting: ((isWriting: boolean) => void) | undefined,
): void {
  const first = useRef(text);
  useEffect(() => {
    if (!onWriting || text === first.current) return;
    const isWriting = text.trim() !== "";
    onWriting(isWriting);
    if (!isWriting) return;
    const timer = setTimeout(() => onWriting(false), pauseMs);
    return () => clearTimeout(timer);
  }, [text, onWriting]);
  useEffect(() => () => onWriting?.(false), [onWriting]);
}
