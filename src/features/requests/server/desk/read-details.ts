import type { Transaction } from "kysely";
import { office } from "../../../../brand.ts";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { requestEndpoints } from "../../contract/desk.ts";
import { comesTwice, requestLimits } from "../../contract/requests.ts";
import type { RequestEdit } from "../event-words.ts";
import { type TimeChoice, toTime } from "../market-time.ts";
import { reject } from "../store.ts";
import type { RequestTable } from "../tables.ts";

/** The time zone in which its times are entered and shown. */
export function zoneOf({ time_zone: zone }: RequestTable): string {
  return zone || office.timeZone;
}

type Act = InputOf<(typeof requestEndpoints)["change"]>["body"]["act"];
type Details = Omit<Extract<Act, { readonly act: "edit" }>, "act">;

/**
 * Reads what staff entered about a request.
 * @throws ApiError "invalid"
 */
export async function readDetails(
  trx: Transaction<Database>,
  details: Details,
  timeZone: string,
  before: RequestTable | undefined,
  now: number,
) {
  return {
    ...toDetailColumns(details),
    ...readTimes(details.time, timeZone, before, now),
    ...(await readProvider(trx, details.providerId, before)),
  };
}

/** Its columns that need no look at anything else. */
export function toDetailColumns(details: Details) {
  return {
    title: details.title,
    kind: details.kind,
    price_cents: details.price,
    address: details.address,
    phone: details.phone,
    provider_note: details.providerNote,
    private_note: details.privateNote,
  };
}

/** @throws ApiError "invalid" unless it is the one that it had, or is in the directory */
export async function readProvider(
  trx: Transaction<Database>,
  id: string,
  before: RequestTable | undefined,
) {
  if (id === "") return { provider_id: "", provider_name: "" };
  if (id === before?.provider_id) return { provider_id: id, provider_name: before.provider_name };
  const found = await trx
    .selectFrom("providers")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw reject("Choose a provider from the directory.", "providerId");
  return { provider_id: id, provider_name: found.name };
}

/** @throws ApiError "invalid" for a time that is over, too far ahead, or on no clock */
export function readTimes(
  time: Details["time"],
  timeZone: string,
  before: RequestTable | undefined,
  now: number,
): Pick<RequestTable, "starts_at" | "ends_at"> {
  if (!time) return { starts_at: null, ends_at: null };
  const { day, clock, until, choice } = time;
  const found = toTime(day, clock, timeZone, choice);
  // An unchanged form keeps the time that it has, also the second of two equal ones.
  const isKept = found === "twice" && before?.starts_at !== null && isAt(before, day, clock);
  const start = isKept ? (before?.starts_at ?? 0) : checkTime(day, clock, timeZone, choice);
  const isNew = start !== before?.starts_at;
  if (isNew && start < now - days(1)) throw reject("That day is over.", "day");
  if (isNew && start > now + days(requestLimits.daysAhead)) {
    throw reject("Choose a day within the next year.", "day");
  }
  const end = until === "" ? null : checkTime(day, until, timeZone, "second");
  if (end !== null && end <= start) throw reject("The end must be after the start.", "until");
  return { starts_at: start, ends_at: end };
}

function isAt(before: RequestTable | undefined, day: string, clock: string): boolean {
  if (!before || before.starts_at === null) return false;
  const zone = zoneOf(before);
  return ["first", "second"].some(
    (choice) => toTime(day, clock, zone, choice as TimeChoice) === before.starts_at,
  );
}

/** @throws ApiError "invalid" for a time that a change of the clocks skips, or repeats */
export function checkTime(
  day: string,
  clock: string,
  timeZone: string,
  choice?: TimeChoice,
): number {
  const time = toTime(day, clock, timeZone, choice);
  if (time === "never") {
    throw reject(`On ${day} this time does not exist: the clocks are set forward.`, "clock");
  }
  if (time === "twice") {
    throw reject(comesTwice, "choice");
  }
  return time;
}

/** What an edit changed, for the history: no contents of notes. */
export function findEdit(before: RequestTable, columns: Partial<RequestTable>): RequestEdit {
  const after = { ...before, ...columns };
  const shown = ({ starts_at, ends_at, provider_name, price_cents }: RequestTable) => ({
    starts_at,
    ends_at,
    provider_name,
    price_cents,
  });
  const changed = (Object.keys(before) as (keyof RequestTable)[]).filter(
    (name) => after[name] !== before[name],
  );
  return { changed, from: shown(before), to: shown(after), timeZone: zoneOf(before) };
}
