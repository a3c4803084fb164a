import type { Kysely } from "kysely";
import { office } from "../../../../brand.ts";
import { days, hours, minutes } from "../../../../platform/contract/durations.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { readHolidays } from "../../../messages/server/cases/office-holidays.ts";
import { countWorkingMinutes } from "../../../messages/server/cases/working-time.ts";
import {
  applicantContactDays,
  type FirstWord,
  firstWordDays,
  type SentStatus,
  sentStatuses,
} from "../../contract/stages.ts";
import { toApplicationQuery } from "./application-filter.ts";
import { ownEmails } from "./application-rows.ts";
import { countApplications } from "./list-applications.ts";

/** Working minutes within which applicants should hear from us. */
const limitMinutes = (applicantContactDays * hours(office.closes - office.opens)) / minutes(1);
/** Applications that are counted: the newest. */
const maxCounted = 2000;
const countedStatuses = sentStatuses.filter(
  (status) => !["duplicate", "withdrawn", "not-eligible"].includes(status),
);

/** How soon applicants of the last days heard from us. Spam and duplicates are not applicants. */
export async function readFirstWord(db: Kysely<Database>, now: number): Promise<FirstWord> {
  const since = now - days(firstWordDays);
  const found = await Promise.all(countedStatuses.map((status) => readSent(db, status, since)));
  const newestFirst = found
    .flat()
    .toSorted((one, other) => Number(other.submitted_at) - Number(one.submitted_at));
  const rows = newestFirst.slice(0, maxCounted);
  const holidays = await readHolidays(db);
  const counted = rows.map((row) => {
    const times = [row.written_at, row.emailed_at, row.moved_at]
      .filter((at) => at !== null)
      .map(Number);
    const hasWord = times.length > 0;
    const end = hasWord ? Math.min(...times) : now;
    return { hasWord, minutes: countWorkingMinutes(Number(row.submitted_at), end, holidays) };
  });
  const isInTime = (one: { readonly minutes: number }) => one.minutes <= limitMinutes;
  const told = counted.filter(({ hasWord }) => hasWord);
  const late = counted.filter((one) => !one.hasWord && !isInTime(one));
  const sorted = told.map((one) => one.minutes).toSorted((a, b) => a - b);
  return {
    sent: counted.length,
    due: told.length + late.length,
    inTime: told.filter(isInTime).length,
    medianMinutes: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
    lateNow: await countApplications(
      { db },
      toApplicationQuery({ contact: "late" }, now, holidays),
    ),
  };
}

/**
 * The newest of one status, with which the index of sent applications begins.
 * @param since milliseconds since 1970
 */
function readSent(db: Kysely<Database>, status: SentStatus, since: number) {
  return db
    .selectFrom("applications")
    .select(["submitted_at", "status"])
    .select(({ selectFrom }) => [
      selectFrom("conversation_entries")
        .select(({ fn }) => fn.min("conversation_entries.at").as("at"))
        .whereRef("conversation_entries.application_id", "=", "applications.id")
        .where("conversation_entries.kind", "=", "reply")
        .as("written_at"),
      selectFrom("conversation_sent_emails")
        .select(({ fn }) => fn.min("conversation_sent_emails.at").as("at"))
        .whereRef("conversation_sent_emails.application_id", "=", "applications.id")
        .where("conversation_sent_emails.kind", "in", ownEmails)
        .as("emailed_at"),
      selectFrom("events")
        .select(({ fn }) => fn.min("events.at").as("at"))
        .where("events.subject", "=", "application")
        .whereRef("events.subject_id", "=", "applications.id")
        .where("events.kind", "=", "application.status")
        .where("events.staff_id", "is not", null)
        .as("moved_at"),
    ])
    .where("number", "is not", null)
    .where("status", "=", status)
    .where("submitted_at", ">=", since)
    .orderBy("submitted_at", "desc")
    .limit(maxCounted)
    .execute();
}
