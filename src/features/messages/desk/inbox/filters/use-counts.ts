import { useCallback, useEffect, useRef, useState } from "react";
import { deskPaths } from "../../../../../platform/contract/desk/paths.ts";
import type { SavedView } from "../../../../../platform/contract/desk/saved-views.ts";
import { deskRequest } from "../../../../../platform/desk/api/desk-request.ts";
import { setNavCount } from "../../../../../platform/desk/shell/nav-counts.ts";
import { inboxEndpoints } from "../../../contract/desk/inbox-endpoints.ts";
import { type CaseCounts } from "../../../contract/desk/inbox.ts";

/** Minimum interval between reloads after others' changes, in milliseconds. */
const renewMs = 15_000;

export interface Counts {
  readonly counts: CaseCounts | undefined;
  readonly views: readonly SavedView[];
  /** Reloads both immediately; called after the user's own changes. */
  readonly renew: () => Promise<void>;
  /** Reloads both soon; repeated calls share one reload. */
  readonly renewSoon: () => void;
}

export function useCounts(): Counts {
  const [counts, setCounts] = useState<CaseCounts>();
  const [views, setViews] = useState<readonly SavedView[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const renewedAt = useRef(0);

  const renew = useCallback(async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    renewedAt.current = Date.now();
    const [counted, viewed] = await Promise.all([
      deskRequest(inboxEndpoints.counts),
      deskRequest(inboxEndpoints.views),
    ]);
    if (counted.ok) {
      setCounts(counted.data);
      setNavCount(deskPaths.inbox, counted.data.open);
    }
    if (viewed.ok) setViews(viewed.data.views);
  }, []);

  const renewSoon = useCallback(() => {
    if (timer.current !== undefined) return;
    const wait = Math.max(0, renewedAt.current + renewMs - Date.now());
    timer.current = setTimeout(() => void renew(), wait);
  }, [renew]);

  useEffect(() => {
    void renew();
    return () => clearTimeout(timer.current);
  }, [renew]);

  return { counts, views, renew, renewSoon };
}
