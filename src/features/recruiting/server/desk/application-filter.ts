import { days } from "../../../../platform/contract/durations.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import { type OfficeHolidays, usualHolidays } from "../../../messages/contract/holidays.ts";
import { isWorkingDay } from "../../../messages/server/cases/working-time.ts";
import type { ApplicationFilter, ApplicationSort } from "../../contract/applications.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import {
  applicantContactDays,
  openStages,
  type SentStatus,
  sentStatuses,
} from "../../contract/stages.ts";

export interface ApplicationQuery {
  readonly statuses: readonly SentStatus[];
  readonly track: Track | undefined;
  readonly market: string | undefined;
  readonly source: string | undefined;
  readonly onlyRepeats: boolean;
  readonly onlyWaiting: boolean;
  /** Only whom we neither wrote to nor moved since, in milliseconds since 1970. */
  readonly noContactSince: number | undefined;
  /** Milliseconds since 1970, exclusive. */
  readonly sentBefore: number | undefined;
  readonly words: string;
  readonly sort: ApplicationSort;
}

/** @param now milliseconds since 1970 @param holidays only of use with `contact` */
export function toApplicationQuery(
  filter: ApplicationFilter,
  now: number,
  holidays: OfficeHolidays = usualHolidays,
): ApplicationQuery {
  const {
    track,
    market,
    source,
    age,
    status,
    duplicates,
    waiting,
    contact,
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
    noContactSince: contact === "late" ? contactLimit(now, holidays) : undefined,
    sentBefore: age === undefined ? undefined : now - days(Number(age)),
    words: q,
    sort,
  };
}

/** The time since which an applicant must have heard from us: `applicantContactDays` working days ago. */
export function contactLimit(now: number, holidays: OfficeHolidays): number {
  let time = toOfficeTime(now);
  for (let left = applicantContactDays; left > 0; ) {
    time = time.subtract({ days: 1 });
    if (isWorkingDay(time, holidays)) left -= 1;
  }
  return time.epochMilliseconds;
}
