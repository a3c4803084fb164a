import { useCallback, useEffect, useRef, useState } from "react";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import type { RequestError } from "../../../platform/contract/errors/error-message.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { maxSearch, minSearch, type SearchResponse, searchEndpoints } from "../contract/search.ts";

/** Pause in typing after which the search starts, in milliseconds. */
const typingMs = 200;
/** After this long without an answer the page says that it searches, in milliseconds. */
const slowMs = 500;

export interface Search {
  /** The last results; they stay until the next ones arrive. */
  readonly results: SearchResponse | undefined;
  /** What they are for. */
  readonly of: string;
  readonly error: RequestError | undefined;
  readonly isSlow: boolean;
  readonly retry: () => void;
}

/** Searches while somebody types; typing never waits for a response. */
export function useSearch(typed: string, showsAll: boolean): Search {
  const text = typed.trim().slice(0, maxSearch);
  const [state, setState] = useState<Pick<Search, "results" | "of" | "error">>({
    results: undefined,
    of: "",
    error: undefined,
  });
  const [isSlow, setSlow] = useState(false);
  const newest = useRef(0);

  const run = useCallback(
    async (words: string) => {
      newest.current += 1;
      const own = newest.current;
      const slow = setTimeout(() => {
        if (own === newest.current) setSlow(true);
      }, slowMs);
      const query = new URLSearchParams({ q: words, ...(showsAll && { all: "1" }) });
      const outcome = await deskRequest(withQuery(searchEndpoints.search, query));
      clearTimeout(slow);
      // Something else was typed in the meantime.
      if (own !== newest.current) return;
      setSlow(false);
      setState((before) =>
        outcome.ok
          ? { results: outcome.data, of: words, error: undefined }
          : { ...before, error: outcome.error },
      );
    },
    [showsAll],
  );

  useEffect(() => {
    newest.current += 1;
    setSlow(false);
    if ([...text].length < minSearch) {
      setState({ results: undefined, of: text, error: undefined });
      return;
    }
    const timer = setTimeout(() => void run(text), typingMs);
    return () => clearTimeout(timer);
  }, [text, run]);

  return { ...state, isSlow, retry: () => void run(text) };
}
