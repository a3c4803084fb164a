import type { Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import {
  checkForm,
  type FormValues,
} from "../../../../platform/contract/form-engine/define-form.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { requestReference } from "../../../customers/server/requests/request-reference.ts";
import type { Help } from "../../../helpers/server/acting/decide.ts";
import { actAs } from "../../../helpers/server/acting/note-act.ts";
import { readHolidays } from "../../../messages/server/cases/office-holidays.ts";
import { type AskTime, askForm, askTimes } from "../../contract/ask.ts";
import {
  dayPartNames,
  dayParts,
  helpKindNames,
  helpKinds,
  requestLimits,
  weekDays,
} from "../../contract/requests.ts";
import { addressOf, emptyRequest } from "../documents.ts";
import { step } from "../event-words.ts";
import { marketOf, timeZoneOf, toTime } from "../market-time.ts";
import { actorOf, insertRequest } from "../store.ts";
import { findLookTime } from "./look-time.ts";

type AskValues = FormValues<(typeof askForm)["fields"][number]["name"]>;

const choose = <Name extends string>(names: readonly Name[], value: string) =>
  names.find((name) => name === value);

/** What is wrong with the answers, by field. @param today YYYY-MM-DD in the customer's time zone */
export function checkAsk(values: AskValues, firstDay: string, lastDay: string) {
  const when = choose(Object.keys(askTimes) as AskTime[], values.when);
  const kind = choose(helpKindNames, values.kind);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(values.day) && !Number.isNaN(Date.parse(values.day));
  return {
    ...checkForm(askForm, values),
    ...(!kind && { kind: "Choose what you need." }),
    ...(kind === "other" && values.words === "" && { words: "Write what you need." }),
    ...(!when && { when: "Choose when you need it." }),
    ...(when === "day" && !isDay && { day: "Choose the day." }),
    ...(when === "day" && isDay && values.day < firstDay && { day: "That day is over." }),
    ...(when === "day" &&
      isDay &&
      values.day > lastDay && {
        day: "Choose a day within the next year.",
      }),
    ...(when === "weekly" &&
      !choose(weekDays, values.weekDay) && { weekDay: "Choose the day of the week." }),
    ...((when === "day" || when === "weekly") &&
      !choose(dayPartNames, values.part) && { part: "Choose the part of the day." }),
  };
}

/** First and last day that can be asked for, in the customer's time zone. */
export function dayLimits(zip: string, now: number): { firstDay: string; lastDay: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZoneOf(zip))
    .toPlainDate();
  const lastDay = today.add({ days: requestLimits.daysAhead }).toString();
  return { firstDay: today.toString(), lastDay };
}

export function titleOf({ kind, words }: AskValues): string {
  if (words !== "") return words;
  return helpKinds[choose(helpKindNames, kind) ?? "other"];
}

/** When they want it, in words: "every Tuesday in the morning". */
export function wishOf({ when, day, weekDay, part }: AskValues): string {
  const inPart = `in the ${part}`;
  if (when === "weekly") return `every ${weekDay} ${inPart}`;
  if (when !== "day") return "as soon as possible";
  const shown = Temporal.PlainDate.from(day).toLocaleString("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
  });
  return `on ${shown}, ${inPart}`;
}

/**
 * Stores what a customer asks for, once for each id.
 * @throws ApiError "too-many"; "not-signed-in" for an account that was locked or deleted meanwhile
 */
export async function storeAsk(
  trx: Transaction<Database>,
  {
    id,
    uid,
    values,
    help = null,
  }: {
    readonly id: string;
    readonly uid: string;
    readonly values: AskValues;
    /** Of the helper who asks for them. */
    readonly help?: Help | null;
  },
  context: AppContext,
): Promise<void> {
  const now = context.now();
  // Locked, so that two posts at once are counted one after the other.
  const profile = await trx
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .selectAll("profiles")
    .select("accounts.disabled_at")
    .where("accounts.uid", "=", uid)
    .forUpdate()
    .executeTakeFirst();
  if (!profile || profile.disabled_at !== null) throw new ApiError("not-signed-in");
  const known = await trx
    .selectFrom("requests")
    .select("uid")
    .where("id", "=", id)
    .executeTakeFirst();
  if (known?.uid === uid) return;
  await rejectTooMany(trx, uid, now);
  const timeZone = timeZoneOf(profile.zip);
  const row = {
    ...emptyRequest,
    ...timesOf(values, timeZone),
    id,
    uid,
    reference: requestReference({ uid, id }),
    state: "asked",
    title: titleOf(values),
    kind: choose(helpKindNames, values.kind) ?? "other",
    time_zone: timeZone,
    market: marketOf(profile.zip),
    wish: wishOf(values),
    address: addressOf(profile),
    phone: profile.phone_number,
    customer_note: values.note,
    source: "site",
    due_at: findLookTime(now, await readHolidays(trx)),
    created_at: now,
  };
  await actAs(trx, help, ["asks", "asked", row.title], context);
  await insertRequest(trx, row, { ...step("asked"), actor: actorOf(help), now });
}

/** The wished part of a day, as a window; staff agree on the time. */
function timesOf({ when, day, part }: AskValues, timeZone: string) {
  const window = choose(dayPartNames, part);
  if (when !== "day" || !window) return {};
  const { from, until } = dayParts[window];
  const [start, end] = [from, until].map((clock) => toTime(day, clock, timeZone, "first"));
  return typeof start === "number" && typeof end === "number"
    ? { starts_at: start, ends_at: end }
    : {};
}

async function rejectTooMany(trx: Transaction<Database>, uid: string, now: number): Promise<void> {
  const rows = await trx
    .selectFrom("requests")
    .select(["state", "created_at"])
    .where("uid", "=", uid)
    .where("source", "=", "site")
    .where(({ or, eb }) =>
      or([eb("created_at", ">", now - days(1)), eb("state", "in", ["asked", "proposed"])]),
    )
    .execute();
  const today = rows.filter(({ created_at: at }) => Number(at) > now - days(1));
  const open = rows.filter(({ state }) => state === "asked" || state === "proposed");
  if (open.length >= requestLimits.openAsks) {
    const message = `You have already asked for ${open.length} things. Please call us, or wait until we have answered.`;
    throw new ApiError("invalid", { message, fields: { kind: message } });
  }
  if (today.length >= requestLimits.asksPerDay) {
    throw new ApiError("too-many", { retryAfter: days(1) / 1000 });
  }
}
