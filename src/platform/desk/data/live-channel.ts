import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { pathOf } from "../../contract/define-endpoint.ts";
import { type LiveEvent, liveEndpoints, type Presence } from "../../contract/desk/live.ts";

/** Initial back-off once the browser has stopped reconnecting, in milliseconds. */
const firstWaitMs = 1000;
const maxWaitMs = 30_000;
/**
 * Shorter interruptions are not shown: the server ends each stream after some minutes, and the
 * browser reconnects two seconds later.
 */
const unseenMs = 4000;
/** A stream begins with the changes of the last ten seconds; a page that connects later asks again. */
const slowMs = 8000;

/** State of the connection. */
export interface LiveState {
  readonly isLive: boolean;
  /** Since when it is lost, milliseconds since 1970; undefined before the first connection too. */
  readonly lostAt: number | undefined;
  /** Who has which record open. */
  readonly presence: Presence;
}

/** Versions of changed records, by reference; undefined: events may have been missed. */
export type Changed = Readonly<Record<string, number>> | undefined;

type Listener = (changed: Changed) => void;

let state: LiveState = { isLive: false, lostAt: undefined, presence: {} };
const stateListeners = new Set<() => void>();
const listeners = new Map<string, Set<Listener>>();

function setState(change: Partial<LiveState>): void {
  state = { ...state, ...change };
  for (const listener of stateListeners) listener();
}

function readState(): LiveState {
  return state;
}

function subscribeToState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

function tellAll(): void {
  for (const some of listeners.values()) for (const listener of some) listener(undefined);
}

/**
 * Connects while the page is visible; reconnects automatically.
 * @param onRejected called when the server rejects the connection, perhaps because the session has
 * expired
 * @returns disconnects
 */
export function connectLive(onRejected: () => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let showTimer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;
  let lostAt: number | undefined;
  const startedAt = Date.now();

  const showLoss = () => {
    clearTimeout(showTimer);
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
  const close = () => {
    clearTimeout(timer);
    clearTimeout(showTimer);
    source?.close();
  };
  const open = () => {
    close();
    source = new EventSource(pathOf(liveEndpoints.events));
    source.addEventListener("open", () => {
      waitMs = firstWaitMs;
      clearTimeout(showTimer);
      setState({ isLive: true, lostAt: undefined });
      if (lostAt !== undefined || Date.now() - startedAt > slowMs) tellAll();
      lostAt = undefined;
    });
    source.addEventListener("change", ({ data }: MessageEvent<string>) => {
      const { changed, presence }: LiveEvent = JSON.parse(data);
      setState({ presence });
      for (const [topic, versions] of Object.entries(changed)) {
        for (const listener of listeners.get(topic) ?? []) listener(versions);
      }
    });
    source.addEventListener("error", () => {
      lose();
      // The browser reconnects only after a broken connection, not after a rejected one.
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(maxWaitMs, 2 * waitMs);
      onRejected();
    });
  };
  const followVisibility = () => {
    if (document.visibilityState === "visible") {
      lostAt ??= Date.now();
      open();
    } else close();
  };
  open();
  addEventListener("offline", goOffline);
  addEventListener("online", open);
  document.addEventListener("visibilitychange", followVisibility);
  return () => {
    removeEventListener("offline", goOffline);
    removeEventListener("online", open);
    document.removeEventListener("visibilitychange", followVisibility);
    close();
  };
}

/** The connection and who is present. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribeToState, readState, readState);
}

/** Listens to changes of a topic. @param topic undefined: to nothing */
export function useLiveChanges(topic: string | undefined, onChanged: Listener): void {
  const listener = useEffectEvent(onChanged);
  useEffect(() => {
    if (topic === undefined) return;
    const own: Listener = (changed) => listener(changed);
    const all = listeners.get(topic) ?? new Set();
    listeners.set(topic, all.add(own));
    return () => void all.delete(own);
  }, [topic]);
}
