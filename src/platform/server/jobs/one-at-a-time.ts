import { sql, type Transaction } from "kysely";
import { seconds } from "../../contract/durations.ts";
import type { Engine } from "../db/client.ts";
import type { Database } from "../db/schema.ts";

/** Jobs that run on one node at a time; the numbers are arbitrary, but used for no other lock. */
const lockKeys = {
  cases: 7_316_001,
  applications: 7_316_002,
  signups: 7_316_003,
  case_words: 7_316_004,
  application_words: 7_316_005,
  customers: 7_316_006,
} as const;

/** How far back records are read again: nodes commit in an order different from that of the ids. */
const lookBackMs = seconds(30);

/**
 * @returns false if another node is running this job; on SQLite the transaction itself excludes all
 * other writers, including other processes
 */
export async function tryLock(
  trx: Transaction<Database>,
  engine: Engine,
  work: keyof typeof lockKeys,
): Promise<boolean> {
  if (engine === "sqlite") return true;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lockKeys[work]}) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

/** Waits until no other node runs this job. */
export async function waitForLock(
  trx: Transaction<Database>,
  engine: Engine,
  work: keyof typeof lockKeys,
): Promise<void> {
  if (engine === "sqlite") return;
  await sql`select pg_advisory_xact_lock(${lockKeys[work]})`.execute(trx);
}

/** The first id of a time shortly before that of a UUID version 7, which starts with its time. */
export function lookBackFrom(newest: string): string {
  const time = Number.parseInt(newest.replace("-", "").slice(0, 12), 16);
  const digits = Math.max(0, time - lookBackMs)
    .toString(16)
    .padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
