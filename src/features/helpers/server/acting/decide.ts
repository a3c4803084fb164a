import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { Parts } from "../../contract/helpers.ts";
import { type HelpPart, type HelpRejection, helpParts } from "../../contract/helpers.ts";

/** Who acts, for whom, and what the person lets them do. */
export interface Help {
  readonly id: string;
  /** The person who is helped: only theirs is read or changed. */
  readonly uid: string;
  readonly firstName: string;
  readonly helperUid: string;
  /** From the helper's own profile. */
  readonly helperName: string;
  readonly parts: Parts;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export type Decision =
  | { readonly help: Help; readonly refused?: undefined }
  /** With the help if it is theirs, but does not include this. */
  | { readonly help?: Help; readonly refused: HelpRejection };

interface Asked {
  /** Who acts: the account of the session; undefined without one. */
  readonly actor: string | undefined;
  /** Id of the help. */
  readonly helpId: string;
  /** What they want to do: a part, or "any" for what needs none; undefined for what is never a helper's. */
  readonly part: HelpPart | "any" | undefined;
}

/**
 * Decides whether somebody may act for another person, and in which part. Every request that names a
 * help is decided here, and what changes something once more in its transaction (`requireHelp`).
 */
export async function decide(
  db: Kysely<Database>,
  { actor, helpId, part }: Asked,
  now: number,
): Promise<Decision> {
  if (actor === undefined) return { refused: "signed-out" };
  const row = await db
    .selectFrom("helpers")
    .innerJoin("helper_logins", "helper_logins.id", "helpers.id")
    .innerJoin("accounts", "accounts.uid", "helpers.uid")
    .innerJoin("profiles", "profiles.uid", "helpers.uid")
    .innerJoin("profiles as own", "own.uid", "helper_logins.uid")
    .innerJoin("accounts as logins", "logins.uid", "helper_logins.uid")
    .select(["helpers.uid", "requests", "asks", "messages", "until_at", "ended_at", "accepted_at"])
    .select(["profiles.first_name", "own.first_name as own_first", "own.last_name as own_last"])
    .select(["accounts.disabled_at", "logins.disabled_at as login_disabled_at"])
    .where("helpers.id", "=", helpId)
    .where("helper_logins.uid", "=", actor)
    .executeTakeFirst();
  // Accounts may have been merged into one.
  if (!row || row.uid === actor || row.accepted_at === null) return { refused: "not-yours" };
  const until = Number(row.until_at ?? 0);
  const isLocked = row.disabled_at !== null || row.login_disabled_at !== null;
  if (row.ended_at !== null || until <= now || isLocked) return { refused: "ended" };
  const parts = Object.fromEntries(helpParts.map((name) => [name, Number(row[name]) === 1]));
  const help: Help = {
    id: helpId,
    uid: row.uid,
    firstName: row.first_name,
    helperUid: actor,
    helperName: `${row.own_first} ${row.own_last}`.trim(),
    parts: parts as Parts,
    until,
  };
  if (part === undefined) return { help, refused: "never" };
  if (part !== "any" && !help.parts[part]) return { help, refused: "off" };
  return { help };
}

const sentences: Readonly<Record<HelpRejection, string>> = {
  "signed-out": "Log in to see this.",
  "not-yours": "This account does not help them.",
  ended: "This help has ended.",
  off: "This is turned off for you.",
  never: "Only the person you help can do this.",
};

export function rejectionOf(refused: HelpRejection): ApiError {
  return new ApiError("help-refused", { message: sentences[refused] });
}

/** The help as it is now; null if it ended, or no longer includes the part. */
export async function decideAgain(
  { id, helperUid }: Pick<Help, "id" | "helperUid">,
  part: HelpPart | "any",
  { database, now }: Pick<AppContext, "database" | "now">,
): Promise<Help | null> {
  const asked = { actor: helperUid, helpId: id, part };
  const { help, refused } = await decide(database.db, asked, now());
  return help && refused === undefined ? help : null;
}

/**
 * Decides again, inside of the transaction that reads or changes something: ending the help, or
 * turning off the part, waits for it, and nothing happens afterwards.
 * @throws ApiError "help-refused"
 */
export async function requireHelp(
  trx: Transaction<Database>,
  { id, helperUid }: Pick<Help, "id" | "helperUid">,
  part: HelpPart | "any",
  now: number,
): Promise<Help> {
  await trx.selectFrom("helpers").select("id").where("id", "=", id).forUpdate().execute();
  const decided = await decide(trx, { actor: helperUid, helpId: id, part }, now);
  if (decided.refused !== undefined) throw rejectionOf(decided.refused);
  return decided.help;
}
