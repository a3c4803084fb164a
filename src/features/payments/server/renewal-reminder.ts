import { z } from "zod";
import { brand } from "../../../brand.ts";
import { normalizeEmail } from "../../../platform/contract/email.ts";
import { formatPrice } from "../../../platform/contract/facts.ts";
import { looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { storableText } from "../../../platform/contract/schemas.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { parse } from "../../../platform/server/http/read-input.ts";
import { composeEmail } from "../../../platform/server/mail/compose.ts";
import { type Email, queueEmail } from "../../../platform/server/mail/outbox.ts";
import { formatDayOf } from "../../../platform/server/values/calendar.ts";
import { noteEvent } from "./queries.ts";

/** Longest email address (RFC 5321), and longest id, in characters. */
const maxEmail = 254;
const maxId = 255;

/** The event "invoice.upcoming" about the next payment for a plan, as far as it is read. */
const upcomingInvoice = z.object({
  id: storableText(maxId).min(1),
  /** Set if a connected account charges: not for a plan of ours. */
  account: z.unknown().optional(),
  data: z.object({
    object: z.object({
      /** Null if nobody can be written to. */
      customer_email: storableText(maxEmail)
        .transform(normalizeEmail)
        .refine(looksLikeEmail)
        .nullable(),
      /** In cents. */
      amount_due: z.int().min(0),
      currency: z.literal("usd"),
      /** Seconds since 1970; null if nothing is charged by itself. */
      next_payment_attempt: z.int().min(0).max(253_402_300_799).nullable(),
    }),
  }),
});

/**
 * Sends the letter before a plan renews, once for each event; none while no plans are sold here.
 * @param checkout where plans are sold
 * @throws ApiError "malformed" for another shape
 */
export async function remindOfRenewal(
  event: unknown,
  { database, now, origin }: Pick<AppContext, "database" | "now" | "origin">,
  checkout = brand.carePlusCheckout,
): Promise<void> {
  if (checkout.monthly === null && checkout.annual === null) return;
  const { id, account, data } = parse(upcomingInvoice, event);
  const { customer_email: recipient, amount_due: cents, next_payment_attempt: at } = data.object;
  if (account !== undefined || recipient === null || at === null) return;
  const email = renewalReminder({ recipient, cents, at: at * 1000 }, origin());
  await database.write(async (trx) => {
    if (await noteEvent(trx, id, now())) await queueEmail(trx, email, now());
  });
}

interface Renewal {
  readonly recipient: string;
  readonly cents: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What is charged and when, and how to end the plan before (C.R.S. 6-1-732). */
function renewalReminder({ recipient, cents, at }: Renewal, origin: string): Email {
  const day = formatDayOf(at);
  return composeEmail({
    kind: "renewal-reminder",
    recipient,
    subject: `Your ${brand.carePlus} plan renews on ${day}`,
    lines: [
      "Hello,",
      `Your ${brand.carePlus} plan renews on ${day}. We then charge ${formatPrice(cents)}. To keep the plan, you do not have to do anything.`,
      `To end it, open the page below before ${day} and press “Cancel my plan”. It costs nothing, and we do not ask why. You can also call us.`,
    ],
    button: { label: "Cancel a plan", url: `${origin}${paths.cancel}` },
  });
}
