import { days } from "../../../../platform/contract/durations.ts";
import type { ApplicationFilter, ApplicationSort } from "../../contract/applications.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import { openStages, type SentStatus, sentStatuses } from "../../contract/stages.ts";

export interface ApplicationQuery {
  readonly statuses: readonly SentStatus[];
  readonly track: Track | undefined;
  readonly market: string | undefined;
  readonly source: string | undefined;
  readonly onlyRepeats: boolean;
  readonly onlyWaiting: boolean;
  /** Milliseconds since 1970, exclusive. */
  readonly sentBefore: number | undefined;
  readonly words: string;
  readonly sort: ApplicationSort;
}

/** @param now milliseconds since 1970 */
export function toApplicationQuery(filter: ApplicationFilter, now: number): ApplicationQuery {
  const {
    track,
    market,
    source,
    age,
    status,
    duplicates,
    waiting,
    q = "",
    sort = "newest",
  } = filter;
  return {
    statuses: status === undefined ? openStages : status === "all" ? sentStatuses : [status],
    track,
    market,
    source,
    onlyRepeats: duplicates === "yes",
    onlyWaiting: waiting === "yes",
    sentBefore: age === undefined ? undefined : now - days(Number(age)),
    words: q,
    sort,
  };
}
