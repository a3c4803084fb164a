import { useEffect, useState } from "react";
import { withQuery } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { auditEndpoints } from "../../contract/audit.ts";

/** Polling interval for new entries while the page is visible, in milliseconds. */
const everyMs = 5000;

interface NewEntries {
  readonly count: number;
  readonly isLive: boolean;
}

/**
 * Counts entries that are newer than the shown ones.
 * @param query the filter as a query string
 * @param after id of the newest entry that is shown
 */
export function useNewEntries(query: string, after: string): NewEntries {
  const [state, setState] = useState<NewEntries>({ count: 0, isLive: true });
  useEffect(() => {
    const all = new URLSearchParams(query);
    all.set("after", after);
    const endpoint = withQuery(auditEndpoints.countNew, all);
    let isOver = false;
    const timer = setInterval(async () => {
      if (document.visibilityState !== "visible") return;
      const outcome = await deskRequest(endpoint);
      if (isOver) return;
      const isLive = outcome.ok;
      const count = outcome.ok ? outcome.data.count : undefined;
      setState((before) => ({ count: count ?? before.count, isLive }));
    }, everyMs);
    setState({ count: 0, isLive: true });
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [query, after]);
  return state;
}
