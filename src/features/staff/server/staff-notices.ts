import type { Transaction } from "kysely";
import { brand } from "../../../brand.ts";
import type { Config } from "../../../platform/server/config/config.ts";
import { staffEmailFor } from "../../../platform/server/config/staff-emails.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../platform/server/mail/outbox.ts";

interface NewRecord {
  readonly collection: string;
  /** The code that finds it; undefined if it has none. */
  readonly reference?: string | undefined;
  /** Path of the desk's page that shows it; undefined if it has none. */
  readonly page?: string;
  readonly isSpam?: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface NoticeContext {
  readonly config: Pick<Config, "staffEmails">;
  readonly origin: () => string;
}

/**
 * Notifies staff of a new record, in its transaction, if they want emails about its collection. The
 * email has only form and reference, since email is read in too many places.
 */
export async function queueStaffNotice(
  trx: Transaction<Database>,
  { config, origin }: NoticeContext,
  { collection, reference, page, isSpam = false, now }: NewRecord,
): Promise<void> {
  const recipient = staffEmailFor(config.staffEmails, collection);
  if (recipient === undefined) return;
  const email = composeEmail({
    kind: "staff-notice",
    recipient,
    subject: `${collection}: ${reference ?? "a new one"}${isSpam ? " (may be spam)" : ""}`,
    lines: [
      `Someone sent a form.\nForm: ${collection}${reference === undefined ? "" : `\nReference: ${reference}`}`,
      ...(page === undefined && reference !== undefined
        ? [`To read it, run on the server:\n${brand.slug}-ops find ${reference}`]
        : []),
    ],
    ...(page !== undefined && { button: { label: "Read it at the desk", url: origin() + page } }),
    headers: { "Auto-Submitted": "auto-generated" },
  });
  await queueEmail(trx, email, now);
}
