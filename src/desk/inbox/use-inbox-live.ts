import { useEffect, useRef, useState } from "react";
import type { CaseRow } from "../../contract/desk/inbox.ts";
import type { CaseListActions } from "./list/use-case-list.ts";
import { type LiveState, useLiveEvents } from "./live/use-live-events.ts";

/** New messages make the list look for them at most this often, in milliseconds. */
const checkMs = 1000;

export interface InboxLive {
  readonly live: LiveState;
  readonly presence: Readonly<Record<string, string>>;
  /** The newest row of each case that changed while this page was open. */
  readonly changed: ReadonlyMap<string, CaseRow>;
  /** Number of times that the connection came back. */
  readonly caughtUp: number;
}

/** Keeps list and counts up to date with what others do. */
export function useInboxLive(
  actions: CaseListActions,
  renewCounts: () => void,
  announce: (sentence: string) => void,
): InboxLive {
  const [presence, setPresence] = useState<Readonly<Record<string, string>>>({});
  const [changed, setChanged] = useState<ReadonlyMap<string, CaseRow>>(new Map());
  const [caughtUp, setCaughtUp] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function checkSoon() {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void actions.check();
    }, checkMs);
  }

  const live = useLiveEvents({
    onEvent: (event) => {
      setPresence(event.presence);
      if (event.changed.length > 0) {
        actions.update(event.changed);
        setChanged((before) => {
          const after = new Map(before);
          for (const row of event.changed) after.set(row.reference, row);
          return after;
        });
      }
      if (event.added.length > 0) checkSoon();
      if (event.added.length > 0 || event.changed.length > 0) renewCounts();
    },
    onCatchUp: () => {
      announce("Live again.");
      setCaughtUp((count) => count + 1);
      void actions.check();
      renewCounts();
    },
    onEnd: renewCounts,
  });
  return { live, presence, changed, caughtUp };
}
