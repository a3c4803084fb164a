import type { Kysely, Selectable, Transaction } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import { isoTime } from "../../../platform/server/values/iso-time.ts";
import { phoneKey } from "../../../platform/server/values/phone.ts";
import type { ConsentSource, ConsentState } from "../contract/consent.ts";
import type { ConsentLine, TextNumber } from "../contract/texts.ts";
import { findNumberOwner, isTextable, showNumber } from "./numbers.ts";
import { nextTextTime } from "./quiet-hours.ts";

/** Lines about consent that a conversation shows. */
const maxLines = 20;

export type StoredConsent = Selectable<Database["text_consents"]>;

/** What a number agreed to last; undefined if it was never asked. */
export function findConsent(
  db: Kysely<Database>,
  numberKey: string,
): Promise<StoredConsent | undefined> {
  return db
    .selectFrom("text_consents")
    .selectAll()
    .where("number_key", "=", numberKey)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export interface NewConsent {
  readonly numberKey: string;
  readonly state: ConsentState;
  /** What the person read, heard or wrote. */
  readonly words: string;
  readonly source: ConsentSource;
  readonly uid: string | null;
  /** Who asked on the phone; null otherwise. */
  readonly staffId: string | null;
}

/** Stores what a number agreed to; "stopped" also cancels the texts that wait for it. */
export async function saveConsent(
  trx: Transaction<Database>,
  { numberKey, state, words, source, uid, staffId }: NewConsent,
  now: number,
): Promise<void> {
  const row = { id: orderedId(), number_key: numberKey, state, words, at: now, source, uid };
  await trx
    .insertInto("text_consents")
    .values({ ...row, staff_id: staffId })
    .execute();
  if (state === "stopped") await cancelTexts(trx, numberKey, now);
}

async function cancelTexts(
  trx: Transaction<Database>,
  numberKey: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable("texts")
    .set({ failed_at: now, failure: "stopped", link: null })
    .where("number_key", "=", numberKey)
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    // One that is being sent has its outcome from there.
    .where("leased_until", "<=", now)
    .where("kind", "!=", "keyword-answer")
    .execute();
}

/** What a number said, the newest of it, oldest first. */
export async function listConsentLines(
  db: Kysely<Database>,
  phone: string,
): Promise<readonly ConsentLine[]> {
  const rows = await db
    .selectFrom("text_consents")
    .select(["id", "at", "state", "source", "staff_id"])
    .where("number_key", "=", phoneKey(phone))
    .orderBy("id", "desc")
    .limit(maxLines)
    .execute();
  return rows.reverse().map((row) => ({
    id: row.id,
    at: isoTime(row.at),
    consent: row.state as ConsentState,
    source: row.source as ConsentSource,
    staffId: row.staff_id,
  }));
}

/** A number as the desk shows it. @param phone as it was typed */
export async function readTextNumber(
  db: Kysely<Database>,
  phone: string,
  now: number,
): Promise<TextNumber> {
  const key = phoneKey(phone);
  const [consent, { timeZone }] = await Promise.all([
    findConsent(db, key),
    findNumberOwner(db, key),
  ]);
  const goesAt = nextTextTime(now, timeZone);
  const place = { timeZone, goesAt: goesAt > now ? isoTime(goesAt) : null };
  if (!isTextable(key)) {
    return { number: phone, consent: "impossible", since: null, source: null, ...place };
  }
  return {
    number: showNumber(key),
    consent: (consent?.state as ConsentState | undefined) ?? "none",
    since: consent ? isoTime(consent.at) : null,
    source: (consent?.source as ConsentSource | undefined) ?? null,
    ...place,
  };
}
