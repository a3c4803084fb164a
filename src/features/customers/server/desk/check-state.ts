import type { Kysely, Selectable, Transaction } from "kysely";
import { minutes } from "../../../../platform/contract/durations.ts";
import { shownEmail } from "../../../../platform/contract/email.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type CallerCheck,
  callerCheckTimes,
  callerQuestions,
  coveredFacts,
  maxMisses,
} from "../../contract/caller-check.ts";
import { findUnanswerable, type OnRecord } from "./caller-answers.ts";

/** An open check ends after this, so that nothing stays covered. */
const openForMs = minutes(60);
const passedForMs = minutes(callerCheckTimes.passedMinutes);
export const codeForMs = minutes(callerCheckTimes.codeMinutes);
export const lockedForMs = minutes(callerCheckTimes.lockedMinutes);
/** Misses of one staff member, over all customers, that lock their checks. */
const maxMissesOfStaff = 6;

/** Whose check of which customer. */
export interface CheckOf {
  readonly uid: string;
  readonly staffId: string;
}

export type CheckRow = Selectable<Database["caller_checks"]>;

export function selectCheck(db: Kysely<Database>, { uid, staffId }: CheckOf) {
  return db
    .selectFrom("caller_checks")
    .selectAll()
    .where("uid", "=", uid)
    .where("staff_id", "=", staffId);
}

export function isOpen(row: CheckRow | undefined, now: number): row is CheckRow {
  return (
    row !== undefined &&
    row.ended_at === null &&
    row.passed_at === null &&
    row.misses < maxMisses &&
    row.started_at > now - openForMs
  );
}

type PassedRow = CheckRow & { readonly passed_at: number };

function isPassed(row: CheckRow | undefined, now: number): row is PassedRow {
  return (
    row !== undefined &&
    row.ended_at === null &&
    row.passed_at !== null &&
    row.passed_at > now - passedForMs
  );
}

/** A staff member's check of a customer, as its page shows it. */
export async function readCheck(
  db: Kysely<Database>,
  of: CheckOf,
  now: number,
): Promise<CallerCheck> {
  const row = await selectCheck(db, of).executeTakeFirst();
  const record = await readOnRecord(db, of.uid);
  const { misses, lockedUntil } = await countMisses(db, "uid", of.uid, now);
  const passed = isPassed(row, now);
  const isLocked = misses >= maxMisses && !passed;
  const open = isOpen(row, now) && !isLocked;
  const until = passed ? row.passed_at + passedForMs : isLocked ? lockedUntil : undefined;
  const sentAt = open && row.code_sent_at !== null ? row.code_sent_at : undefined;
  const isCodeLive = sentAt !== undefined && sentAt > now - codeForMs;
  return {
    state: passed ? "passed" : isLocked ? "locked" : open ? "open" : "none",
    matched: open ? readList(row.matched, callerQuestions) : [],
    unanswerable: record ? findUnanswerable(record) : [],
    covered: open ? coveredFacts.filter((fact) => !row.shown.includes(`"${fact}"`)) : [],
    triesLeft: Math.max(0, maxMisses - misses),
    codeSentAt: isCodeLive ? new Date(sentAt).toISOString() : null,
    until: until === undefined ? null : new Date(until).toISOString(),
  };
}

export function readList<Value extends string>(stored: string, known: readonly Value[]): Value[] {
  const values = JSON.parse(stored) as unknown[];
  return known.filter((one) => values.includes(one));
}

export async function readOnRecord(
  db: Kysely<Database>,
  uid: string,
): Promise<OnRecord | undefined> {
  const person = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .select(["accounts.email", "profiles.address_line1", "profiles.zip"])
    .where("accounts.uid", "=", uid)
    .executeTakeFirst();
  if (!person) return undefined;
  const last = await db
    .selectFrom("completed_requests")
    .select(["request_title", "assigned_to"])
    .where("uid", "=", uid)
    .where("request_completed", "=", 1)
    .where("date_completed", "is not", null)
    .orderBy("date_completed", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    addressLine1: person.address_line1,
    zip: person.zip,
    email: emailKey(shownEmail(person.email)),
    lastRequest: last && { title: last.request_title, provider: last.assigned_to },
  };
}

/** Misses that still count, for a customer or of a staff member, and until when they lock. */
export async function countMisses(
  db: Kysely<Database>,
  column: "uid" | "staff_id",
  id: string,
  now: number,
): Promise<{ readonly misses: number; readonly lockedUntil: number }> {
  const rows = await db
    .selectFrom("caller_checks")
    .select(["misses", "missed_at"])
    .where(column, "=", id)
    .where("missed_at", ">", now - lockedForMs)
    .execute();
  const misses = rows.reduce((sum, row) => sum + row.misses, 0);
  return {
    misses,
    lockedUntil: Math.max(0, ...rows.map((row) => row.missed_at ?? 0)) + lockedForMs,
  };
}

/** @throws ApiError "check-locked", "checks-locked" */
export async function rejectLocked(
  trx: Transaction<Database>,
  { uid, staffId }: CheckOf,
  now: number,
): Promise<void> {
  for (const [column, id, max, code] of [
    ["uid", uid, maxMisses, "check-locked"],
    ["staff_id", staffId, maxMissesOfStaff, "checks-locked"],
  ] as const) {
    const { misses, lockedUntil } = await countMisses(trx, column, id, now);
    if (misses < max) continue;
    throw new ApiError(code, { retryAfter: Math.ceil((lockedUntil - now) / 1000) });
  }
}

/**
 * Locks the customer and the staff member, so that answers that are sent at the same moment count
 * one after the other. @throws ApiError "not-found"
 */
export async function lockBoth(
  trx: Transaction<Database>,
  { uid, staffId }: CheckOf,
): Promise<void> {
  const found = await trx
    .selectFrom("accounts")
    .select("uid")
    .where("uid", "=", uid)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  await trx.selectFrom("staff").select("id").where("id", "=", staffId).forUpdate().execute();
}

/**
 * Call it in the transaction of what only a passed check allows; locks both until the commit.
 * @throws ApiError "caller-unchecked", "not-found"
 */
export async function requirePassedCheck(
  trx: Transaction<Database>,
  of: CheckOf,
  now: number,
): Promise<void> {
  await lockBoth(trx, of);
  const row = await selectCheck(trx, of).executeTakeFirst();
  if (!isPassed(row, now)) throw new ApiError("caller-unchecked");
}

/** Deletes checks that neither allow nor lock anything. */
export async function sweepChecks(trx: Transaction<Database>, now: number): Promise<void> {
  const before = now - Math.max(openForMs, passedForMs, lockedForMs);
  await trx
    .deleteFrom("caller_checks")
    .where("started_at", "<=", before)
    .where((row) => row.or([row("missed_at", "is", null), row("missed_at", "<=", before)]))
    .where((row) => row.or([row("passed_at", "is", null), row("passed_at", "<=", before)]))
    .execute();
}
