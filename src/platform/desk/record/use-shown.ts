import { useCallback, useRef, useState } from "react";
import { findUnread, keepShown, type ReadableRecord } from "./unread.ts";

export interface Shown<Detail> {
  readonly detail: Detail | undefined;
  /** A newer state that waits until the writer of a reply looks at it. */
  readonly unread: Detail | undefined;
  readonly newest: { readonly current: Detail | undefined };
  /** Shows a newer state; if a reply is begun, what others changed waits in `unread`. */
  readonly offer: (detail: Detail) => void;
  readonly show: (detail: Detail) => void;
  readonly hold: (isHeld: boolean) => void;
}

/** Keeps a record from changing silently under a reply. @param ownId the reader's staff id */
export function useShown<Detail extends ReadableRecord>(ownId: string): Shown<Detail> {
  const [state, setState] = useState<{ readonly detail?: Detail; readonly unread?: Detail }>({});
  const newest = useRef<Detail>(undefined);
  const waiting = useRef<Detail>(undefined);
  const isHeld = useRef(false);

  const put = useCallback((detail: Detail, unread?: Detail) => {
    newest.current = detail;
    waiting.current = unread;
    setState({ detail, ...(unread && { unread }) });
  }, []);
  const show = useCallback((detail: Detail) => put(detail), [put]);
  const offer = useCallback(
    (detail: Detail) => {
      const shown = newest.current;
      if (!shown) return put(detail);
      // A response that was overtaken by a later one.
      if (detail.version < (waiting.current ?? shown).version) return;
      const isNews = isHeld.current && findUnread(shown, detail, ownId) !== undefined;
      if (isNews) put(keepShown(shown, detail), detail);
      else put(detail);
    },
    [put, ownId],
  );
  const hold = useCallback(
    (held: boolean) => {
      isHeld.current = held;
      if (!held && waiting.current) put(waiting.current);
    },
    [put],
  );
  return { detail: state.detail, unread: state.unread, newest, offer, show, hold };
}
