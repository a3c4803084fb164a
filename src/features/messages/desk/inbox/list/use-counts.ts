import { useCallback } from "react";
import type { SavedView } from "../../../../../platform/contract/desk/saved-views.ts";
import { useData } from "../../../../../platform/desk/data/use-data.ts";
import { type CaseCounts, inboxTopic } from "../../../contract/inbox.ts";
import { inboxEndpoints } from "../../../contract/inbox-endpoints.ts";

export interface Counts {
  readonly counts: CaseCounts | undefined;
  readonly views: readonly SavedView[];
  /** Reloads both immediately; called after the user's own changes. */
  readonly renew: () => Promise<void>;
}

const live = { topic: inboxTopic } as const;

export function useCounts(): Counts {
  const counts = useData(inboxEndpoints.counts, live);
  const views = useData(inboxEndpoints.views, live);
  const { reload: reloadCounts } = counts;
  const { reload: reloadViews } = views;
  const renew = useCallback(async () => {
    await Promise.all([reloadCounts(), reloadViews()]);
  }, [reloadCounts, reloadViews]);
  return { counts: counts.data, views: views.data?.views ?? [], renew };
}
