import type { FastifyRequest } from "fastify";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { sendsPrivacySignal } from "../../../../platform/server/http/privacy-signal.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import type { OptOutWay } from "../../contract/corrections.ts";

interface Person {
  /** Null without an account. */
  readonly uid: string | null;
  /** By `emailKey`. */
  readonly email: string;
}

/** Stores that nothing about a person may be sold or shared; keeps the date of the first time. */
export async function noteOptOut(
  trx: Transaction<Database>,
  { uid, email }: Person,
  how: OptOutWay,
  now: number,
): Promise<void> {
  await trx
    .insertInto("ad_opt_outs")
    .values({ id: orderedId(), uid, email, how, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Keeps on an account that its browser sends the signal, with the date of the first time. */
export async function noteSignal(
  trx: Transaction<Database>,
  uid: string,
  request: FastifyRequest,
  now: number,
): Promise<void> {
  if (!sendsPrivacySignal(request)) return;
  const account = await trx
    .selectFrom("accounts")
    .select("email_key as email")
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (account) await noteOptOut(trx, { uid, ...account }, "signal", now);
}

/** Those of an account, and of its address once it is confirmed. */
const ofAccount = (uid: string) =>
  sql<boolean>`(uid = ${uid} or email in (select email_key from accounts
    where uid = ${uid} and email_verified_at is not null))`;

/** Deletes them all: the owner of the account says yes again. */
export async function removeOptOuts(trx: Transaction<Database>, uid: string): Promise<void> {
  await trx.deleteFrom("ad_opt_outs").where(ofAccount(uid)).execute();
}

/** When each way was first used by the owner of an account, in milliseconds since 1970. */
export async function readOptOuts(
  db: Kysely<Database>,
  uid: string,
): Promise<ReadonlyMap<OptOutWay, number>> {
  const rows = await db
    .selectFrom("ad_opt_outs")
    .select(["how", "at"])
    .where(ofAccount(uid))
    .orderBy("at", "desc")
    .execute();
  return new Map(rows.map(({ how, at }) => [how as OptOutWay, Number(at)]));
}

/** Whether one of these addresses, or the account that has it, said no. @param emails by `emailKey` */
export async function isOptedOut(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<boolean> {
  if (emails.length === 0) return false;
  const found = await db
    .selectFrom("ad_opt_outs")
    .select("id")
    .where((row) =>
      row.or([
        row("email", "in", emails),
        sql<boolean>`uid in (select uid from accounts where email_key in (${sql.join(emails)}))`,
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
