import { useEffect, useRef, useState } from "react";
import type { CaseRow, Presence } from "../../contract/desk/inbox.ts";
import type { CaseListActions } from "./list/use-case-list.ts";
import { type LiveState, useLiveEvents } from "./use-live-events.ts";

/** Delay before the list asks for new messages that only the server can find, in milliseconds. */
const checkMs = 1000;
/** Minimum interval between these requests while messages keep coming in, in milliseconds. */
const checkEveryMs = 10_000;

export interface InboxLive {
  readonly live: LiveState;
  readonly presence: Presence;
  /** The newest row of each case that changed while this page was open. */
  readonly changed: ReadonlyMap<string, CaseRow>;
  readonly caughtUp: number;
}

export function useInboxLive(
  actions: CaseListActions,
  renewCounts: () => void,
  announce: (sentence: string) => void,
): InboxLive {
  const [presence, setPresence] = useState<Presence>({});
  const [changed, setChanged] = useState<ReadonlyMap<string, CaseRow>>(new Map());
  const [caughtUp, setCaughtUp] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const checkedAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  function checkSoon() {
    const wait = Math.max(checkMs, checkedAt.current + checkEveryMs - Date.now());
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      checkedAt.current = Date.now();
      void actions.check();
    }, wait);
  }

  const live = useLiveEvents({
    onEvent: (event) => {
      setPresence(event.presence);
      if (event.changed.length > 0) {
        if (!actions.update(event.changed)) checkSoon();
        setChanged((before) => {
          const after = new Map(before);
          for (const row of event.changed) after.set(row.reference, row);
          return after;
        });
      }
      if (event.added.length > 0 && !actions.add(event.added)) checkSoon();
      if (event.added.length > 0 || event.changed.length > 0) renewCounts();
    },
    onCatchUp: (wasShown) => {
      if (wasShown) announce("Live again.");
      setCaughtUp((count) => count + 1);
      void actions.check();
      renewCounts();
    },
    onEnd: renewCounts,
  });
  return { live, presence, changed, caughtUp };
}
