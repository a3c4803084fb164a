import type { Transaction } from "kysely";
import { office } from "../../../../brand.ts";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { lockApplication } from "../../../recruiting/server/applications/applications.ts";
import { toTime } from "../../../requests/server/market-time.ts";
import { readRoles } from "../../../staff/server/access/staff-session.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { SlotFields } from "../../contract/endpoints.ts";
import { interviewLimits } from "../../contract/interviews.ts";
import { dropReminder, keepTold, tellLater } from "../change-interview.ts";
import {
  type Change,
  findSlot,
  lockSlot,
  recordInterview,
  saveInterview,
  saveSlot,
  toInterview,
  toSlot,
} from "../store.ts";
import type { InterviewSlotTable } from "../tables.ts";

const target = "Interviews";

/**
 * Adds a time, and with `until` one each week up to that day.
 * @returns how many
 * @throws ApiError "invalid"
 */
export async function addSlots(
  change: Change,
  { until, ...fields }: SlotFields & { readonly until: string | null },
): Promise<number> {
  const { trx, now, traces } = change;
  const shared = await readFields(trx, fields);
  const listed = until === null ? [fields.day] : listWeeks(fields.day, until);
  const series = listed.length > 1 ? orderedId() : null;
  const rows = listed.map((day) => ({
    ...shared,
    id: orderedId(),
    starts_at: readTime({ ...fields, day }, now),
    series,
    version: 1,
    changed_at: now,
  }));
  await trx.insertInto("interview_slots").values(rows).execute();
  traces.slots.push(...rows.map(({ id }) => ({ id, before: null, version: 1 })));
  await record(change, "added", rows.length);
  return rows.length;
}

/**
 * Changes a time. Whoever chose it is told if it moves, or if it is done in another way.
 * @throws ApiError "not-found", "conflict", "invalid"
 */
export async function changeSlot(
  change: Change,
  id: string,
  { version, ...fields }: SlotFields & { readonly version: number },
): Promise<void> {
  const { trx, now } = change;
  const chosen = await trx
    .selectFrom("interviews")
    .select("application_id")
    .where("slot_id", "=", id)
    .executeTakeFirst();
  const application = await lockApplication(trx, chosen?.application_id);
  const before = await lockSlot(trx, id);
  if (!before) throw new ApiError("not-found");
  if (before.version !== version || before.starts_at <= now) throw new ApiError("conflict");
  const next = { ...(await readFields(trx, fields)), starts_at: readTime(fields, now) };
  await saveSlot(change, before, next);
  await record(change, "changed", 1);
  const row = await trx
    .selectFrom("interviews")
    .selectAll()
    .where("slot_id", "=", id)
    .executeTakeFirst();
  // Chosen in the meantime, by somebody whose application is not locked.
  if (row && row.application_id !== application?.id) throw new ApiError("conflict");
  if (!row || !application || row.state !== "booked") return;
  const isSame = Object.entries(next).every(([name, value]) => Reflect.get(before, name) === value);
  if (isSame) return;
  const interview = toInterview(row);
  const isMoved = next.starts_at !== before.starts_at;
  if (isMoved) await dropReminder(change, interview);
  await saveInterview(change, application.id, interview, {
    sequence: interview.sequence + 1,
    ...keepTold(interview, before),
    // Whoever is told of a time within a day needs no reminder of it.
    ...(isMoved && {
      reminded_at: next.starts_at > now + hours(interviewLimits.reminderHours) ? null : now,
    }),
    ...tellLater("moved", now),
  });
  await recordInterview(change, application, "moved-by-us");
}

/**
 * Deletes a free time; with `withLater` also the free ones after it of its series.
 * @returns how many
 * @throws ApiError "not-found", "conflict" if it changed or somebody chose it
 */
export async function removeSlots(
  change: Change,
  id: string,
  { version, withLater }: { readonly version: number; readonly withLater: boolean },
): Promise<number> {
  const { trx, traces } = change;
  const first = await findSlot(trx, id);
  if (!first) throw new ApiError("not-found");
  const { series, starts_at } = first;
  const found = await trx
    .selectFrom("interview_slots")
    .selectAll()
    .where(({ eb, or, and }) =>
      or([
        eb("id", "=", id),
        ...(withLater && series !== null
          ? [and([eb("series", "=", series), eb("starts_at", ">", starts_at)])]
          : []),
      ]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  const rows = found.map(toSlot);
  const ids = rows.map((row) => row.id);
  const taken = await trx
    .selectFrom("interviews")
    .select("slot_id")
    .where(isOneOf(trx, "slot_id", ids))
    .execute();
  const free = rows.filter((row) => !taken.some(({ slot_id }) => slot_id === row.id));
  if (free.find((row) => row.id === id)?.version !== version) throw new ApiError("conflict");
  const gone = free.map((row) => row.id);
  await trx
    .deleteFrom("interview_slots")
    .where(isOneOf(trx, "id", gone))
    .execute();
  traces.slots.push(...free.map((before) => ({ id: before.id, before, version: null })));
  await record(change, "removed", free.length);
  return free.length;
}

function invalid(field: keyof SlotFields | "until", message: string): ApiError {
  return new ApiError("invalid", { fields: { [field]: message } });
}

/** @throws ApiError "invalid" */
async function readFields(
  trx: Transaction<Database>,
  { kind, place, minutes, staffId }: SlotFields,
): Promise<Pick<InterviewSlotTable, "kind" | "place" | "minutes" | "staff_id">> {
  if (kind === "video" && !isLink(place)) {
    throw invalid("place", "Enter the link of the video call. It begins with https://.");
  }
  if (kind === "place" && place === "") throw invalid("place", "Enter the address.");
  const staff = await trx
    .selectFrom("staff")
    .select("roles")
    .where("id", "=", staffId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (!staff || !hasPermission(readRoles(staff.roles), "applications")) {
    throw invalid("staffId", "Choose who interviews.");
  }
  return { kind, place: kind === "phone" ? "" : place, minutes, staff_id: staffId };
}

function isLink(text: string): boolean {
  return URL.parse(text)?.protocol === "https:";
}

/** @returns milliseconds since 1970 @throws ApiError "invalid" */
function readTime({ day, clock }: Pick<SlotFields, "day" | "clock">, now: number): number {
  const at = toTime(day, clock, office.timeZone, "first");
  if (typeof at === "string")
    throw invalid("clock", "Clocks are set forward then. Choose another time.");
  if (at <= now) throw invalid("day", "Choose a time that is still to come.");
  if (at > now + days(interviewLimits.aheadDays)) {
    throw invalid("day", "Choose a day within the next year.");
  }
  return at;
}

/** The same weekday up to a day. @throws ApiError "invalid" */
function listWeeks(first: string, until: string): string[] {
  const listed: string[] = [];
  for (
    let day = Temporal.PlainDate.from(first);
    day.toString() <= until && listed.length <= interviewLimits.weeks;
    day = day.add({ weeks: 1 })
  ) {
    listed.push(day.toString());
  }
  if (listed.length === 0) throw invalid("until", "Choose a last day after the first one.");
  if (listed.length > interviewLimits.weeks) {
    throw invalid("until", `Choose at most ${interviewLimits.weeks} weeks.`);
  }
  return listed;
}

async function record(
  { trx, now, actor, traces }: Change,
  act: "added" | "changed" | "removed",
  count: number,
): Promise<void> {
  const data = { act, count };
  const event = { kind: "interview.times", data, actor, audit: "change", target } as const;
  traces.events.push(await recordEvent(trx, event, now));
}
