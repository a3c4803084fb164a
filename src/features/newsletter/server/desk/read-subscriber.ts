import type { Kysely, Selectable } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { deviceName } from "../../../customers/server/security/device-name.ts";
import type { ConsentRecord, SubscriberDetail } from "../../contract/newsletter-desk.ts";
import { sourceOf } from "../addresses/sources.ts";
import { wordings } from "../addresses/wordings.ts";
import { subscriberColumns, toSubscriberRow } from "./list-subscribers.ts";

/** Maximum signups and emails that an open address shows. */
const maxShown = 20;

/** Reads an address with its evidence of consent. @throws ApiError "not-found" */
export async function readSubscriber(db: Kysely<Database>, id: string): Promise<SubscriberDetail> {
  const row = await db
    .selectFrom("newsletter_addresses")
    .select(subscriberColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new ApiError("not-found");
  const { email } = row;
  const signups = await db
    .selectFrom("newsletter_subscribers")
    .selectAll()
    .where("email", "=", email)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxShown)
    .execute();
  const emails = await db
    .selectFrom("newsletter_confirmations")
    .innerJoin("mail_outbox", "mail_outbox.id", "newsletter_confirmations.mail_id")
    .select(["mail_outbox.created_at", "subject", "sent_at", "failed_at"])
    .where("newsletter_confirmations.email", "=", email)
    .orderBy("newsletter_confirmations.created_at", "desc")
    .limit(maxShown)
    .execute();
  const cases = await db
    .selectFrom("cases")
    .select("id")
    .where("email", "=", email)
    .limit(maxCount)
    .execute();
  return {
    ...toSubscriberRow(row),
    consents: signups.map(toConsent),
    emails: emails.map(({ created_at, subject, sent_at, failed_at }) => ({
      at: toIso(created_at),
      subject,
      sentAt: isoOrNull(sent_at),
      failedAt: isoOrNull(failed_at),
    })),
    messages: cases.length,
  };
}

function toConsent(signup: Selectable<Database["newsletter_subscribers"]>): ConsentRecord {
  const { id, data, wording } = signup;
  const { formTime, userAgent } = JSON.parse(data) as Readonly<Record<string, unknown>>;
  const source = sourceOf(data);
  const words = wordings[wording];
  return {
    id,
    at: toIso(signup.created_at),
    source,
    page: signup.page,
    words: words ? { ...words, since: wording } : null,
    formTime: typeof formTime === "number" ? formTime : null,
    // The form stores only signups that passed them.
    passedChecks: source === "footer" ? true : null,
    browser: typeof userAgent === "string" && userAgent !== "" ? deviceName(userAgent) : "",
    note: signup.note,
    addedBy: signup.added_by,
    pendingUntil: isoOrNull(signup.pending_until),
    confirmedAt: isoOrNull(signup.confirmed_at),
    leftAt: isoOrNull(signup.unsubscribed_at),
    spamReason: signup.spam_reason,
  };
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : toIso(time);
}
