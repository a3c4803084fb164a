import { useEffect, useEffectEvent, useState } from "react";
import { type DeskEvent, inboxEndpoints } from "../../../contract/desk/inbox.ts";
import { pathOf } from "../../../contract/endpoints/define-endpoint.ts";

/** Waits before the next try once the browser has given up, in milliseconds. */
const firstWaitMs = 1000;
const maxWaitMs = 30_000;

interface LiveHandlers {
  readonly onEvent: (event: DeskEvent) => void;
  /** The connection is back: what happened meanwhile was missed. */
  readonly onCatchUp: () => void;
  /** The server ended the connection, perhaps because the session is over. */
  readonly onEnd: () => void;
}

/** State of the connection for live changes. */
export interface LiveState {
  readonly isLive: boolean;
  /** Since when it is lost, milliseconds since 1970; undefined before the first connection too. */
  readonly lostAt: number | undefined;
}

/** Listens to changes of the inbox; a lost connection is opened again by itself. */
export function useLiveEvents(handlers: LiveHandlers): LiveState {
  const [state, setState] = useState<LiveState>({ isLive: false, lostAt: undefined });
  const receive = useEffectEvent(handlers.onEvent);
  const catchUp = useEffectEvent(handlers.onCatchUp);
  const end = useEffectEvent(handlers.onEnd);

  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = firstWaitMs;
    let wasLost = false;

    const lose = () => {
      wasLost = true;
      setState(({ lostAt }) => ({ isLive: false, lostAt: lostAt ?? Date.now() }));
    };
    const open = () => {
      clearTimeout(timer);
      source?.close();
      source = new EventSource(pathOf(inboxEndpoints.events));
      source.addEventListener("open", () => {
        waitMs = firstWaitMs;
        setState({ isLive: true, lostAt: undefined });
        if (wasLost) catchUp();
        wasLost = false;
      });
      source.addEventListener("change", ({ data }: MessageEvent<string>) => {
        receive(JSON.parse(data));
      });
      source.addEventListener("error", () => {
        lose();
        // The browser tries again by itself only while the connection was broken, not refused.
        if (source?.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, waitMs);
        waitMs = Math.min(maxWaitMs, 2 * waitMs);
        end();
      });
    };
    open();
    addEventListener("offline", lose);
    addEventListener("online", open);
    return () => {
      removeEventListener("offline", lose);
      removeEventListener("online", open);
      clearTimeout(timer);
      source?.close();
    };
  }, []);

  return state;
}
