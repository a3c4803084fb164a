import type { Kysely } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime } from "../../../platform/server/values/iso-time.ts";
import { byUid, type DataOf } from "../../privacy/server/feature-data.ts";
import type { PaymentTables } from "./tables.ts";

export const paymentData = {
  tables: {
    payment_accounts: [{ kind: "payments", isTheirs: byUid, since: "created_at" }],
    webhook_events: {
      reason: "ids of the payment provider's events",
      columns: ["id", "received_at"],
    },
  },
  merging: { payment_accounts: "moves" },
  collect: async ({ uid }, { database: { db } }) =>
    uid === null ? {} : { paymentAccount: await findPaymentAccount(db, uid) },
} as const satisfies DataOf<PaymentTables>;

async function findPaymentAccount(db: Kysely<Database>, uid: string): Promise<object | null> {
  const row = await db
    .selectFrom("payment_accounts")
    .selectAll()
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!row) return null;
  return {
    provider: row.provider,
    accountId: row.account_id,
    createdAt: isoTime(row.created_at),
    stillNeeded: JSON.parse(row.needs),
  };
}
