import type { Kysely, Transaction } from "kysely";
import { hours } from "../../../platform/contract/durations.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../platform/server/values/phone.ts";
import { timeZoneOf } from "../../requests/server/market-time.ts";
import {
  consentQuestion,
  linkConsentHours,
  type OwnTexts,
  startAgain,
  textObstacles,
} from "../contract/consent.ts";
import { findConsent, saveConsent } from "./consents.ts";
import { keywordAnswers } from "./keywords.ts";
import { isTextable, showNumber } from "./numbers.ts";
import { queueText } from "./outbox.ts";
import { type TextContext, textMode } from "./settings.ts";

/** The phone of an account. */
interface OwnPhone {
  readonly uid: string;
  readonly numberKey: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** @returns what the settings show; null if the site has no texts */
export async function readOwnTexts(
  db: Kysely<Database>,
  uid: string,
  { config }: Pick<TextContext, "config">,
): Promise<OwnTexts | null> {
  const phone = textMode(config) === "off" ? undefined : await findOwnPhone(db, uid);
  if (!phone) return null;
  const { numberKey } = phone;
  if (!isTextable(numberKey)) return { state: "no-number", number: "" };
  const number = showNumber(numberKey);
  if (await hasAgreed(db, phone)) return { state: "on", number };
  const isStopped = await isStoppedByText(db, numberKey);
  return { state: isStopped ? "stopped" : "off", number };
}

/**
 * Stores what an account's owner chose. Turning texts on is confirmed by text, once.
 * @param number as the page showed it, since the profile may have another one by now
 * @throws ApiError "invalid" for such a number, and after STOP by text
 */
export async function saveOwnTexts(
  trx: Transaction<Database>,
  { uid, number, isOn }: { readonly uid: string; readonly number: string; readonly isOn: boolean },
  context: TextContext,
): Promise<void> {
  const phone = await findOwnPhone(trx, uid);
  if (!phone || !isTextable(phone.numberKey)) throw reject(textObstacles["no-number"]);
  const { numberKey, timeZone } = phone;
  if (phoneKey(number) !== numberKey) throw reject("Your phone number changed. Choose again.");
  if (isOn === (await hasAgreed(trx, phone))) return;
  const said = { numberKey, uid, source: "settings", staffId: null } as const;
  if (!isOn) {
    const words = "Turned off in the settings.";
    await saveConsent(trx, { ...said, state: "stopped", words }, context.now());
    return;
  }
  if (await isStoppedByText(trx, numberKey)) throw reject(startAgain(showNumber(numberKey)));
  await saveConsent(trx, { ...said, state: "allowed", words: consentQuestion }, context.now());
  const body = keywordAnswers.start.english;
  const text = { kind: "notice", numberKey, body, caseId: null, to: { uid, timeZone } } as const;
  await queueText(trx, text, context);
}

interface RequestText {
  readonly uid: string;
  readonly requestId: string;
  readonly body: string;
  /** How long it waits before it may be sent, in milliseconds. */
  readonly holdMs?: number;
}

/**
 * Queues a text about a request to its customer, if they agreed to texts to their number.
 * @returns its ID; undefined if they did not
 */
export async function textCustomer(
  trx: Transaction<Database>,
  { uid, ...text }: RequestText,
  context: TextContext,
): Promise<string | undefined> {
  const phone = await findOwnPhone(trx, uid);
  if (!phone || !(await hasAgreed(trx, phone))) return undefined;
  const { numberKey, timeZone } = phone;
  const notice = { ...text, kind: "notice", numberKey, caseId: null } as const;
  return queueText(trx, { ...notice, to: { uid, timeZone } }, context);
}

/**
 * The number to which a secret link of an account may go: one that its owner agreed to texts for,
 * long enough ago that whoever put it into the account would have been noticed. A merge brings
 * agreements along, so none works that long after it.
 */
export async function findLinkNumber(
  db: Kysely<Database>,
  uid: string,
  { config, now }: TextContext,
): Promise<{ readonly numberKey: string; readonly timeZone: string } | undefined> {
  const phone = textMode(config) === "off" ? undefined : await findOwnPhone(db, uid);
  if (!phone || !isTextable(phone.numberKey)) return undefined;
  const since = now() - hours(linkConsentHours);
  const merged = await db
    .selectFrom("account_merges")
    .select("at")
    .where("uid", "=", uid)
    .where("at", ">", since)
    .limit(1)
    .executeTakeFirst();
  if (merged) return undefined;
  return (await hasAgreed(db, phone, since)) ? phone : undefined;
}

export async function findOwnPhone(
  db: Kysely<Database>,
  uid: string,
): Promise<OwnPhone | undefined> {
  const row = await db
    .selectFrom("profiles")
    .select(["phone_key", "phone_number", "zip"])
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!row) return undefined;
  const numberKey = row.phone_key ?? phoneKey(row.phone_number);
  return { uid, numberKey, timeZone: timeZoneOf(row.zip) };
}

/**
 * Whether the number agreed to texts, in this account or outside of any: another account with the
 * same number agrees only for itself.
 * @param until latest time of the agreement, which then must be in this account
 */
async function hasAgreed(
  db: Kysely<Database>,
  { uid, numberKey }: Pick<OwnPhone, "uid" | "numberKey">,
  until?: number,
): Promise<boolean> {
  const newest = await findConsent(db, numberKey);
  if (newest?.state !== "allowed") return false;
  const agreed = await db
    .selectFrom("text_consents")
    .select("id")
    .where("number_key", "=", numberKey)
    .where("state", "=", "allowed")
    .where((row) =>
      until === undefined
        ? row.or([row("uid", "is", null), row("uid", "=", uid)])
        : row.and([row("uid", "=", uid), row("at", "<=", until)]),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("text_consents as later")
            .select("later.id")
            .where("later.number_key", "=", numberKey)
            .where("later.state", "=", "stopped")
            .whereRef("later.id", ">", "text_consents.id"),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return agreed !== undefined;
}

/** The carrier blocks such a number until START comes from it. */
async function isStoppedByText(db: Kysely<Database>, numberKey: string): Promise<boolean> {
  const newest = await findConsent(db, numberKey);
  return newest?.state === "stopped" && newest.source === "text";
}

function reject(message: string): ApiError {
  return new ApiError("invalid", { message, fields: { texts: message } });
}
