import { days } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { readFilterTexts } from "../../../staff/server/access/read-filter.ts";
import {
  type ApplicationFilter,
  type ApplicationSort,
  applicationAges,
  applicationFilterNames,
  applicationLimits,
  applicationSorts,
} from "../../contract/desk/applications.ts";
import { openStages, type SentStatus, sentStatuses } from "../../contract/desk/stages.ts";
import { type Track, trackNames } from "../../contract/recruiting-endpoints.ts";

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

/** @throws ApiError "malformed" */
export function readTrack(text: string | undefined): Track | undefined {
  const track = trackNames.find((name) => name === text);
  if (text !== undefined && track === undefined) throw new ApiError("malformed");
  return track;
}

/** @param now milliseconds since 1970 @throws ApiError "malformed" */
export function readApplicationQuery(query: URLSearchParams, now: number): ApplicationQuery {
  const texts = readFilterTexts(query, applicationFilterNames, applicationLimits.search);
  const { market, source, q = "", sort = "newest" } = texts;
  const age = applicationAges.find((one) => one === texts.age);
  const isKnown =
    (texts.age === undefined || age !== undefined) &&
    [texts.duplicates, texts.waiting].every((one) => one === undefined || one === "yes") &&
    Object.hasOwn(applicationSorts, sort);
  if (!isKnown) throw new ApiError("malformed");
  return {
    statuses: readStatuses(texts.status as ApplicationFilter["status"]),
    track: readTrack(texts.track),
    market,
    source,
    onlyRepeats: texts.duplicates === "yes",
    onlyWaiting: texts.waiting === "yes",
    sentBefore: age === undefined ? undefined : now - days(Number(age)),
    words: q,
    sort: sort as ApplicationSort,
  };
}

function readStatuses(status: ApplicationFilter["status"]): readonly SentStatus[] {
  if (status === undefined) return openStages;
  if (status === "all") return sentStatuses;
  if (!sentStatuses.includes(status)) throw new ApiError("malformed");
  return [status];
}
