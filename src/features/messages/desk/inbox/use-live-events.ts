import { useEffect, useEffectEvent, useState } from "react";
import { pathOf } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { inboxEndpoints } from "../../contract/desk/inbox-endpoints.ts";
import { type DeskEvent } from "../../contract/desk/inbox.ts";

/** Initial back-off once the browser has stopped reconnecting, in milliseconds. */
const firstWaitMs = 1000;
const maxWaitMs = 30_000;
/**
 * Shorter interruptions are not shown: the server ends each stream after some minutes, and the
 * browser reconnects two seconds later.
 */
const unseenMs = 4000;

interface LiveHandlers {
  readonly onEvent: (event: DeskEvent) => void;
  /**
   * The connection is restored: events in between were missed.
   * @param wasShown whether the interruption was long enough to be shown
   */
  readonly onCatchUp: (wasShown: boolean) => void;
  /** The server ended the connection, perhaps because the session has expired. */
  readonly onEnd: () => void;
}

export interface LiveState {
  readonly isLive: boolean;
  /** Since when it is lost, milliseconds since 1970; undefined before the first connection too. */
  readonly lostAt: number | undefined;
}

/** Subscribes to changes of the inbox; reconnects automatically. */
export function useLiveEvents(handlers: LiveHandlers): LiveState {
  const [state, setState] = useState<LiveState>({ isLive: false, lostAt: undefined });
  const receive = useEffectEvent(handlers.onEvent);
  const catchUp = useEffectEvent(handlers.onCatchUp);
  const end = useEffectEvent(handlers.onEnd);

  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = firstWaitMs;
    let lostAt: number | undefined;
    let wasShown = false;
    let showTimer: ReturnType<typeof setTimeout> | undefined;

    const showLoss = () => {
      clearTimeout(showTimer);
      wasShown = true;
      setState({ isLive: false, lostAt });
    };
    const lose = () => {
      if (lostAt === undefined) showTimer = setTimeout(showLoss, unseenMs);
      lostAt ??= Date.now();
    };
    const goOffline = () => {
      lose();
      showLoss();
    };
    const open = () => {
      clearTimeout(timer);
      source?.close();
      source = new EventSource(pathOf(inboxEndpoints.events));
      source.addEventListener("open", () => {
        waitMs = firstWaitMs;
        clearTimeout(showTimer);
        setState({ isLive: true, lostAt: undefined });
        if (lostAt !== undefined) catchUp(wasShown);
        lostAt = undefined;
        wasShown = false;
      });
      source.addEventListener("change", ({ data }: MessageEvent<string>) => {
        receive(JSON.parse(data));
      });
      source.addEventListener("error", () => {
        lose();
        // The browser reconnects only after a broken connection, not after a rejected one.
        if (source?.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, waitMs);
        waitMs = Math.min(maxWaitMs, 2 * waitMs);
        end();
      });
    };
    open();
    addEventListener("offline", goOffline);
    addEventListener("online", open);
    return () => {
      removeEventListener("offline", goOffline);
      removeEventListener("online", open);
      clearTimeout(timer);
      clearTimeout(showTimer);
      source?.close();
    };
  }, []);

  return state;
}
