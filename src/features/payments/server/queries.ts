import type { Kysely, Transaction } from "kysely";
import { days } from "../../../platform/contract/durations.ts";
import { maxClockSkewMs } from "../../../platform/server/clock.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { emitPaymentProfile } from "../../customers/server/account-events.ts";
import { formatNeeds } from "../contract/payment-needs.ts";
import type { PaymentResponse } from "../contract/payments.ts";
import type { CreatedAccount, PaymentProcessor } from "./port.ts";

/** The account created for a person, or undefined. */
export function findPaymentAccount(db: Kysely<Database>, uid: string) {
  return db
    .selectFrom("payment_accounts")
    .select(["provider", "account_id as accountId"])
    .where("uid", "=", uid)
    .executeTakeFirst();
}

/** The account that a person has confirmed, or null. */
export async function findConfirmedAccount(
  db: Kysely<Database>,
  uid: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("profiles")
    .select("stripe_account_id")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return row?.stripe_account_id ?? null;
}

/**
 * What the card payment provider still needs from a person, as texts for the page. Empty if
 * nothing, if unknown, and before the payment profile is complete.
 */
export async function findPaymentNeeds(db: Kysely<Database>, uid: string): Promise<string[]> {
  const row = await db
    .selectFrom("payment_accounts")
    .innerJoin("profiles", "profiles.uid", "payment_accounts.uid")
    .select("payment_accounts.needs")
    .where("payment_accounts.uid", "=", uid)
    .whereRef("profiles.stripe_account_id", "=", "payment_accounts.account_id")
    .executeTakeFirst();
  return row ? formatStoredNeeds(row.needs) : [];
}

/** Formats the codes in the column `needs`. */
export function formatStoredNeeds(stored: string): string[] {
  return formatNeeds(JSON.parse(stored) as string[]);
}

/** The codes last stored for an account; empty for an unknown account. */
export async function findNeedCodes(db: Kysely<Database>, accountId: string): Promise<string[]> {
  const row = await db
    .selectFrom("payment_accounts")
    .select("needs")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.needs) as string[]) : [];
}

interface NewPaymentAccount extends CreatedAccount {
  readonly uid: string;
  readonly provider: PaymentProcessor["name"];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Stores a new account, unless the person already has one with the same provider.
 * @returns the id of the stored account
 */
export async function storePaymentAccount(
  trx: Transaction<Database>,
  { uid, provider, accountId, needs, now }: NewPaymentAccount,
): Promise<string> {
  const row = {
    provider,
    account_id: accountId,
    created_at: now,
    needs: JSON.stringify(needs),
    needs_at: now,
  };
  await trx
    .insertInto("payment_accounts")
    .values({ uid, ...row })
    .onConflict((conflict) =>
      conflict.column("uid").doUpdateSet(row).where("payment_accounts.provider", "!=", provider),
    )
    .execute();
  const kept = await trx
    .selectFrom("payment_accounts")
    .select("account_id")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  return kept.account_id;
}

/** Completes a person's payment profile; repeating it changes nothing. */
export async function completePaymentProfile(
  trx: Transaction<Database>,
  uid: string,
  accountId: string,
  now: number,
): Promise<Omit<PaymentResponse, "paymentNeeds">> {
  const completed = await trx
    .updateTable("profiles")
    .set((eb) => ({
      stripe_account_id: accountId,
      version: eb("version", "+", 1),
      updated_at: now,
    }))
    .where("uid", "=", uid)
    .where("stripe_account_id", "is", null)
    .returning("uid")
    .executeTakeFirst();
  if (completed) await emitPaymentProfile(trx, uid, now);
  const profile = await trx
    .selectFrom("profiles")
    .select(["stripe_account_id", "version"])
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  return { stripeAccountId: profile.stripe_account_id ?? accountId, version: profile.version };
}

/** Stores what the provider still needs, unless newer needs are stored. */
export async function storeNeeds(
  trx: Transaction<Database>,
  accountId: string,
  codes: readonly string[],
  at: number,
  now: number,
): Promise<void> {
  const before = await trx
    .selectFrom("payment_accounts")
    .innerJoin("profiles", "profiles.uid", "payment_accounts.uid")
    .select(["payment_accounts.uid", "needs", "stripe_account_id as confirmed"])
    .where("account_id", "=", accountId)
    .forUpdate("payment_accounts")
    .executeTakeFirst();
  const needs = JSON.stringify(codes);
  const stored = await trx
    .updateTable("payment_accounts")
    .set({ needs, needs_at: at })
    .where("account_id", "=", accountId)
    // A time far in the future was stored before the clock was set back; it counts as old.
    .where((row) => row.or([row("needs_at", "<=", at), row("needs_at", ">", now + maxClockSkewMs)]))
    .returning("uid")
    .executeTakeFirst();
  const isChanged = stored && before?.confirmed === accountId && before.needs !== needs;
  if (isChanged) await emitPaymentProfile(trx, before.uid, now);
}

/** How long an event's id is kept, in milliseconds: ten times as long as Stripe retries it. */
const rememberMs = days(30);

/** Notes an event of the provider, and forgets those of last month. @returns false for a repeated one */
export async function noteEvent(
  trx: Transaction<Database>,
  eventId: string,
  receivedAt: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("webhook_events")
    .values({ id: eventId, received_at: receivedAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await trx
    .deleteFrom("webhook_events")
    .where("received_at", "<", receivedAt - rememberMs)
    .execute();
  return true;
}
