import { sql } from "kysely";
import type { AppContext } from "../../../platform/server/app-context.ts";

interface DeliveryReport {
  readonly providerId: string;
  /** Twilio's status of the message. */
  readonly status: string;
  /** "" without an error. */
  readonly code: string;
}

/** Stores what the carrier reported; reports may come twice and in any order. */
export async function reportDelivery(
  { providerId, status, code }: DeliveryReport,
  { database, now }: Pick<AppContext, "database" | "now">,
): Promise<void> {
  const isFailure = status === "failed" || status === "undelivered";
  if (!isFailure && status !== "delivered") return;
  await database.write(async (trx) => {
    const text = await trx
      .updateTable("texts")
      .set(isFailure ? { failed_at: now(), failure: code || status } : { delivered_at: now() })
      .where("provider_id", "=", providerId)
      .where("direction", "=", "out")
      .where("delivered_at", "is", null)
      .where("failed_at", "is", null)
      .returning("case_id")
      .executeTakeFirst();
    if (!text || text.case_id === null) return;
    await trx
      .updateTable("cases")
      .set({ version: sql`version + 1`, changed_at: now() })
      .where("id", "=", text.case_id)
      .execute();
  });
}
