import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import type { DeskEndpoint, NoBody } from "../../contract/define-endpoint.ts";
import { useLiveChanges } from "./live-channel.ts";
import { type Known, sharedData } from "./shared-data.ts";

/** Data of an endpoint, kept up to date. */
export interface Loaded<Data> extends Known<Data> {
  readonly reload: () => Promise<void>;
}

const nothing: Known<never> = { data: undefined, error: undefined };

interface DataChoices {
  /** Topic of the live channel whose changes are followed. */
  readonly topic?: string;
  /** During dragging, so that nothing moves under the pointer. */
  readonly isPaused?: boolean;
}

/**
 * Loads the data of an endpoint; components with the same endpoint share it. The data of the previous
 * endpoint is shown until that of another one arrives.
 * @param endpoint with its id and query; null loads nothing
 */
export function useData<Data>(
  endpoint: DeskEndpoint<NoBody, Data> | null,
  { topic, isPaused = false }: DataChoices = {},
): Loaded<Data> {
  const subscribe = useCallback(
    (listener: () => void) =>
      endpoint === null ? () => undefined : sharedData(endpoint).subscribe(listener),
    [endpoint],
  );
  const read = () => (endpoint === null ? nothing : sharedData(endpoint).known);
  const known = useSyncExternalStore(subscribe, read, read);
  const last = useRef(known.data);
  last.current = endpoint === null ? undefined : (known.data ?? last.current);
  const isMissed = useRef(false);
  useLiveChanges(endpoint === null ? undefined : topic, () => {
    if (isPaused) isMissed.current = true;
    else if (endpoint !== null) sharedData(endpoint).refresher.soon();
  });
  useEffect(() => {
    if (isPaused || endpoint === null || !isMissed.current) return;
    isMissed.current = false;
    sharedData(endpoint).refresher.soon();
  }, [isPaused, endpoint]);
  const reload = useCallback(
    async () => (endpoint === null ? undefined : sharedData(endpoint).load()),
    [endpoint],
  );
  return { ...known, data: last.current, reload };
}

/** Data that the page's loader has preloaded. @throws Error without */
export function usePreloaded<Data>(
  endpoint: DeskEndpoint<NoBody, Data>,
  choices?: DataChoices,
): Loaded<Data> & { readonly data: Data } {
  const { data, ...loaded } = useData(endpoint, choices);
  if (data === undefined) throw new Error(`${endpoint} needs the page's loader.`);
  return { ...loaded, data };
}

/** Reads data before its page opens. @throws RequestFailure */
export function preload<Data>(endpoint: DeskEndpoint<NoBody, Data>): Promise<Data> {
  return sharedData(endpoint).preload();
}
