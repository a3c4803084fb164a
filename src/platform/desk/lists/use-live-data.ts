import { useCallback, useEffect, useRef, useState } from "react";
import type { RequestError } from "../../contract/errors/error-message.ts";
import type { Outcome } from "../../site/runtime/api.ts";

/** Polling interval while the page is visible, in milliseconds. */
const everyMs = 5000;

export interface LiveData<Data> {
  /** Undefined until the first response. */
  readonly data: Data | undefined;
  /** Why the last request failed; earlier data is kept. */
  readonly error: RequestError | undefined;
  readonly reload: () => Promise<void>;
}

/**
 * Loads when the key changes, every few seconds while the page is visible, and when it becomes
 * visible again.
 * @param key of what is loaded; null loads nothing
 * @param isPaused during dragging, so that nothing moves under the pointer
 */
export function useLiveData<Data>(
  key: string | null,
  read: (key: string) => Promise<Outcome<Data>>,
  isPaused = false,
): LiveData<Data> {
  const [state, setState] = useState<{
    readonly key?: string | null;
    readonly data?: Data;
    readonly error?: RequestError | undefined;
  }>({});
  const newest = useRef(0);
  const reader = useRef(read);
  reader.current = read;

  const reload = useCallback(async () => {
    if (key === null) return;
    newest.current += 1;
    const own = newest.current;
    const outcome = await reader.current(key);
    // A later request is in flight, perhaps with another filter.
    if (own !== newest.current) return;
    setState((before) => {
      if (outcome.ok) return { key, data: outcome.data };
      return { ...before, key, error: outcome.error };
    });
  }, [key]);

  useEffect(() => {
    void reload();
  }, [reload]);
  useEffect(() => {
    if (isPaused) return;
    const readIfSeen = () => {
      if (document.visibilityState === "visible") void reload();
    };
    const timer = setInterval(readIfSeen, everyMs);
    addEventListener("focus", readIfSeen);
    document.addEventListener("visibilitychange", readIfSeen);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", readIfSeen);
      document.removeEventListener("visibilitychange", readIfSeen);
    };
  }, [reload, isPaused]);

  return { data: state.data, error: state.error, reload };
}
