import type { Selectable, Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { readRoles } from "../../../staff/server/access/staff-session.ts";
import { deskItself, writeAudit } from "../../../staff/server/write-audit.ts";
import { type WebhookOffReason, webhookTryDays } from "../../contract/webhooks.ts";
import { lockQueued } from "./event-counters.ts";

type Endpoint = Pick<Selectable<Database["webhook_endpoints"]>, "id" | "url">;

export const auditTarget = "Webhooks";

/** Why an endpoint was disabled, for the audit log and the email. */
const reasons = {
  failing: `it failed for ${webhookTryDays} days`,
  gone: "the endpoint answered 410 Gone",
} as const satisfies Partial<Record<WebhookOffReason, string>>;

/** Disables an enabled endpoint, and notifies the admins by email, once. */
export async function switchOffFailing(
  { id, url }: Endpoint,
  reason: keyof typeof reasons,
  { database, now, origin }: Pick<AppContext, "database" | "now" | "origin">,
): Promise<void> {
  await database.write(async (trx) => {
    if (!(await setOff(trx, id, reason, now()))) return;
    const what = `Turned off the webhook to ${hostOf(url)}: ${reasons[reason]}`;
    await writeAudit(trx, deskItself, { kind: "change", what, target: auditTarget }, now());
    for (const { email, name } of await listAdmins(trx)) {
      const notice = composeEmail({
        kind: "webhook-off",
        recipient: email,
        subject: `A webhook of the ${brand.name} desk was turned off`,
        lines: [
          `Hello ${name},`,
          `We turned off the webhook to ${hostOf(url)}, because ${reasons[reason]}.`,
          "Nothing is sent there until it is turned on again. What was not delivered is kept for some days and can be sent then.",
        ],
        button: { label: "Open the webhooks", url: origin() + deskPaths.webhookSettings },
        headers: { "Auto-Submitted": "auto-generated" },
      });
      await queueEmail(trx, notice, now());
    }
  });
}

/**
 * Disables an endpoint. Waiting deliveries are retried once it is enabled; what happens until then, a
 * catch-up sends.
 * @returns whether it was enabled
 */
export async function setOff(
  trx: Transaction<Database>,
  id: string,
  reason: WebhookOffReason,
  now: number,
): Promise<boolean> {
  const queued = await lockQueued(trx);
  const row = await trx
    .updateTable("webhook_endpoints")
    .set((endpoint) => ({
      off_at: now,
      off_reason: reason,
      missed_after: endpoint.fn.coalesce("missed_after", endpoint.val(queued)),
    }))
    .where("id", "=", id)
    .where("off_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The host of a URL: the rest may be a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}

async function listAdmins(trx: Transaction<Database>) {
  const rows = await trx
    .selectFrom("staff")
    .select(["email", "name", "roles"])
    .where("disabled_at", "is", null)
    .where("joined_at", "is not", null)
    .execute();
  return rows.filter(({ roles }) => hasPermission(readRoles(roles), "settings"));
}
