import type { ExpressionBuilder, Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import { type Application, findApplication, lockApplication } from "./applications.ts";

/**
 * On PostgreSQL, serializes sending one person's applications, from however many devices, so that
 * the second finds the first. Locks in the order of ids to prevent deadlocks.
 */
export async function lockApplicant(trx: Transaction<Database>, id: string | null): Promise<void> {
  const { track, answers } = (await findApplication(trx, id)) ?? {};
  if (!track || !answers) return;
  await trx
    .selectFrom("applications")
    .select("id")
    .where("track", "=", track)
    .where(isSameApplicant(answers))
    .orderBy("id")
    .forUpdate()
    .execute();
}

function isSameApplicant(answers: Answers) {
  return (eb: ExpressionBuilder<Database, "applications">) =>
    eb.or([hasAddress(answers)(eb), hasNumber(answers)(eb)]);
}

function hasAddress(answers: Answers) {
  const email = emailKey(textOf(answers, "email"));
  return (eb: ExpressionBuilder<Database, "applications">) =>
    eb.and([eb("email_key", "=", email), eb("email_key", "!=", "")]);
}

function hasNumber(answers: Answers) {
  const phone = phoneKey(textOf(answers, "phone"));
  return (eb: ExpressionBuilder<Database, "applications">) =>
    eb.and([eb("phone_key", "=", phone), eb("phone_key", "!=", "")]);
}

/** Sent applications that others may duplicate: same track, recent, oldest first. */
function selectFirsts(trx: Transaction<Database>, track: Track, now: number) {
  return trx
    .selectFrom("applications")
    .select("id")
    .where("track", "=", track)
    .where("submitted_at", ">", now - days(facts.sameApplicantDays))
    .where("duplicate_of", "is", null)
    .orderBy("submitted_at")
    .limit(1);
}

/** The same person's first application, by address: only addresses can be confirmed. */
export async function findFirst(
  trx: Transaction<Database>,
  { track, answers }: Application,
  now: number,
): Promise<Application | undefined> {
  const row = await selectFirsts(trx, track, now).where(hasAddress(answers)).executeTakeFirst();
  return lockApplication(trx, row?.id);
}

/**
 * The first application with the same phone number but another address. Anyone can type someone
 * else's number, so it is only marked for staff.
 */
export async function findSameNumber(
  trx: Transaction<Database>,
  { track, answers }: Application,
  now: number,
): Promise<string | null> {
  const row = await selectFirsts(trx, track, now)
    .where(hasNumber(answers))
    .where("email_key", "!=", emailKey(textOf(answers, "email")))
    .executeTakeFirst();
  return row?.id ?? null;
}
