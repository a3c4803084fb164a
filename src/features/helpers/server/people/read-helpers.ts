import { type Kysely, sql } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { firstWord, upperFirst } from "../../../../platform/contract/text.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { maskEmail } from "../../../customers/server/auth/account-emails.ts";
import { timeZoneOf } from "../../../requests/server/market-time.ts";
import { describeAct } from "../../contract/act-words.ts";
import type { Parts } from "../../contract/helpers.ts";
import { type HelpEnding, helpLimits, helpParts } from "../../contract/helpers.ts";
import type { HelpersState, ShownAct } from "../../contract/states.ts";
import type { HelperTable } from "../tables.ts";

/** Acts of each helper that the page shows before the person asks for all, and at most. */
const actsShown = { first: 3, all: 500 } as const;

export function partsOf(row: Pick<HelperTable, "requests" | "asks" | "messages">): Parts {
  const parts = helpParts.map((part) => [part, Number(row[part]) === 1]);
  return Object.fromEntries(parts) as Parts;
}

const clock = { hour: "numeric", minute: "2-digit" } as const;

/** Formats days and moments in the person's time zone: of the last days by their names. */
export function timesIn(timeZone: string, now?: number) {
  const day = new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "long" });
  const near = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long", ...clock });
  const far = new Intl.DateTimeFormat("en-US", {
    timeZone,
    month: "long",
    day: "numeric",
    ...clock,
  });
  return {
    day: (at: number) => day.format(Number(at)),
    /** "Tuesday, 9:12 am", "November 16, 8:02 am". */
    moment: (at: number) => {
      const isNear = now !== undefined && Math.abs(now - Number(at)) < days(6);
      const shown = (isNear ? near : far).format(Number(at));
      return shown
        .replace(/ at |(?<=day) /, ", ")
        .replace("AM", "am")
        .replace("PM", "pm");
    },
  };
}

export async function timeZoneOfPerson(db: Kysely<Database>, uid: string): Promise<string> {
  const profile = await db
    .selectFrom("profiles")
    .select("zip")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return timeZoneOf(profile?.zip ?? "");
}

/**
 * The helpers and invitations of a person, and what ended within the last month.
 * @param did id of the helper all of whose acts are listed
 */
export async function readHelpers(
  db: Kysely<Database>,
  uid: string,
  did: string,
  now: number,
): Promise<HelpersState> {
  const rows = await selectHelpers(db, uid).execute();
  const times = timesIn(await timeZoneOfPerson(db, uid), now);
  const isActive = (row: HelperTable) =>
    row.ended_at === null && row.accepted_at !== null && Number(row.until_at) > now;
  const helpers = await Promise.all(
    rows.filter(isActive).map(async (row) => ({
      id: row.id,
      name: row.name,
      relation: row.relation,
      parts: partsOf(row),
      since: times.day(row.accepted_at ?? 0),
      until: times.day(row.until_at ?? 0),
      mayRenew: Number(row.until_at) < now + days(helpLimits.renewDays),
      account: row.login === null ? "" : maskEmail(row.login),
      ...(await readActs(
        db,
        row.id,
        did === row.id ? actsShown.all : actsShown.first,
        times.moment,
      )),
    })),
  );
  const open = rows.filter((row) => row.ended_at === null);
  return {
    helpers,
    invitations: open
      .filter((row) => row.accepted_at === null)
      .map((row) => ({
        id: row.id,
        name: row.name,
        relation: row.relation,
        email: row.email,
        invited: times.day(row.invited_at),
        until: times.day(row.expires_at),
        isOver: Number(row.expires_at) <= now,
      })),
    ended: rows
      .filter(
        (row) => !isActive(row) && Number(row.ended_at ?? row.until_at ?? now) > now - days(30),
      )
      .filter((row) => row.accepted_at !== null || row.ended_by === "declined")
      .map((row) => ({
        id: row.id,
        text: describeEnding(row, times.day(row.ended_at ?? row.until_at ?? now)),
      })),
    did,
    isFull: open.length >= helpLimits.helpers,
  };
}

function describeEnding({ name, ended_by: by }: HelperTable, day: string): string {
  const first = firstWord(name);
  switch (by as HelpEnding | null) {
    case "person":
      return `You ended ${first}’s help on ${day}.`;
    case "staff":
      return `We ended ${first}’s help on ${day}.`;
    case "helper":
      return `${first} ended the help on ${day}.`;
    case "declined":
      return `${first} did not accept your invitation.`;
    case "merged":
      return `${first}’s help ended on ${day}, when two accounts were made one.`;
    case "deleted":
      return `The account of this helper was deleted on ${day}.`;
    default:
      return `${first}’s help ended on ${day}, after a year.`;
  }
}

function selectHelpers(db: Kysely<Database>, uid: string) {
  return db
    .selectFrom("helpers")
    .leftJoin("helper_logins", "helper_logins.id", "helpers.id")
    .leftJoin("accounts", "accounts.uid", "helper_logins.uid")
    .selectAll("helpers")
    .select("accounts.email as login")
    .where("helpers.uid", "=", uid)
    .orderBy("helpers.id");
}

async function readActs(
  db: Kysely<Database>,
  helperId: string,
  limit: number,
  moment: (at: number) => string,
): Promise<{ readonly acts: readonly ShownAct[]; readonly actCount: number }> {
  const acts = db.selectFrom("helper_acts").where("helper_id", "=", helperId);
  const rows = await acts.selectAll().orderBy("id", "desc").limit(limit).execute();
  const { count } = await acts.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return {
    acts: rows.map((row) => ({
      id: row.id,
      when: moment(row.at),
      what: upperFirst(describeAct(row.kind, row.about)),
    })),
    actCount: Number(count),
  };
}
