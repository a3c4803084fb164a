import { sql, type Transaction } from "kysely";
import { days, minutes } from "../../../platform/contract/durations.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { hashToken, makeToken } from "../../../platform/server/credentials/tokens.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../platform/server/mail/outbox.ts";
import { newsletterConfirm } from "../contract/newsletter-confirm.ts";
import { confirmationDays } from "../contract/newsletter-desk.ts";
import { refreshAddress } from "./addresses/refresh-address.ts";
import { removeSuppression } from "./addresses/suppressions.ts";

/** Links to one address: the maximum per day, and the minimum interval. */
const maxPerDay = 3;
const minPauseMs = minutes(5);

/** Rows that one transaction of the sweep handles. */
const sweepSize = 200;

/** How long after the link's expiry staff can see that it was sent. */
const keptMs = days(90);

/**
 * Emails a link that confirms an address's signups, unless the address reached its limit. Earlier
 * links keep working.
 */
export async function sendConfirmation(
  trx: Transaction<Database>,
  email: string,
  origin: string,
  now: number,
): Promise<void> {
  const recent = await trx
    .selectFrom("newsletter_confirmations")
    .select("created_at")
    .where("email", "=", email)
    .where("created_at", ">", now - days(1))
    .execute();
  const isSoon = recent.some(({ created_at }) => created_at > now - minPauseMs);
  if (isSoon || recent.length >= maxPerDay) return;
  const token = makeToken();
  const url = `${origin}${paths.newsletter}?${new URLSearchParams({ [newsletterConfirm.query]: token })}`;
  const mailId = await queueEmail(trx, composeConfirmation(email, url), now);
  await trx
    .insertInto("newsletter_confirmations")
    .values({
      token_hash: hashToken(token),
      email,
      mail_id: mailId,
      created_at: now,
      expires_at: now + days(confirmationDays),
    })
    .execute();
}

function composeConfirmation(recipient: string, url: string) {
  return composeEmail({
    kind: "newsletter-confirm",
    recipient,
    subject: "Please confirm: our newsletter",
    lines: [
      "Hello,",
      "Someone asked for our newsletter with this address. Was it you? Press the button, and we send it.",
    ],
    button: { label: "Yes, send me the newsletter", url },
    footnote: `The button works for ${confirmationDays} days. If this was not you, you can ignore this email. We will not write again.`,
    headers: { "Auto-Submitted": "auto-generated" },
  });
}

/** Whether a link's token is still valid. */
export async function isConfirmation(
  { db }: Pick<DatabaseClient, "db">,
  token: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("newsletter_confirmations")
    .select("token_hash")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Confirms the signups of the address that a link was sent to: it becomes a subscriber, even if it was
 * suppressed. The link keeps working until it expires, but further uses change nothing.
 * @returns whether the link was valid
 */
export async function confirmSignup(
  trx: Transaction<Database>,
  token: string,
  now: number,
): Promise<boolean> {
  const link = await trx
    .selectFrom("newsletter_confirmations")
    .select("email")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!link) return false;
  const { email } = link;
  const rows = await trx
    .updateTable("newsletter_subscribers")
    .set({ pending_until: null, confirmed_at: now })
    .where("email", "=", email)
    .where("pending_until", "is not", null)
    .where("unsubscribed_at", "is", null)
    .returning("id")
    .execute();
  if (rows.length === 0) return true;
  await removeSuppression(trx, email);
  await refreshAddress(trx, email, now);
  return true;
}

/**
 * Deletes signups that were not confirmed in time, and expired links.
 * @returns whether there may be more
 */
export async function sweepConfirmations(
  { write }: Pick<DatabaseClient, "write">,
  now: number,
): Promise<boolean> {
  return write(async (trx) => {
    await trx
      .deleteFrom("newsletter_confirmations")
      .where("expires_at", "<=", now - keptMs)
      .execute();
    const rows = await trx
      .deleteFrom("newsletter_subscribers")
      .where("id", "in", (query) =>
        query
          .selectFrom("newsletter_subscribers")
          .select("id")
          .where("pending_until", "is not", null)
          .where(sql<number>`pending_until`, "<=", now)
          .where("unsubscribed_at", "is", null)
          .orderBy("pending_until")
          .limit(sweepSize),
      )
      .returning("email")
      .execute();
    for (const email of new Set(rows.map((row) => row.email))) {
      const state = await refreshAddress(trx, email, now);
      if (state !== undefined) continue;
      await trx.deleteFrom("newsletter_confirmations").where("email", "=", email).execute();
    }
    return rows.length === sweepSize;
  });
}
