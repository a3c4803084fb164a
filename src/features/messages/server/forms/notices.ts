import type { Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { days } from "../../../../platform/contract/durations.ts";
import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { recentSpan } from "../../../../platform/server/clock.ts";
import type { Config } from "../../../../platform/server/config/config.ts";
import { staffEmailFor } from "../../../../platform/server/config/staff-emails.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { queueStaffNotice } from "../../../staff/server/staff-notices.ts";
import { receiptSubject } from "../../contract/conversations.ts";
import { cancellationForm } from "../../contract/forms/cancellation.ts";
import { inboxCollections } from "../cases/submitted-case.ts";
import { conversationLink } from "../conversation-page/link.ts";
import { type MailContext, queueConversationEmail } from "../conversation-page/queue-email.ts";

/** Burst size: emails that may be sent at once after a quiet period. */
const burst = 100;
const perSecond = 1;

/**
 * Token bucket for the acknowledgments that one node sends. A flood of forms with forged addresses
 * must not make us send spam; people still see their reference on the page.
 */
class EmailBudget {
  #left = burst;
  #filledAt = 0;

  /** Takes one token, or the last part of one. @param now milliseconds since 1970 */
  take(now: number): void {
    this.#left = this.isLeft(now) ? this.#left - 1 : 0;
  }

  /** Whether a token is left. @param now milliseconds since 1970 */
  isLeft(now: number): boolean {
    const grown = Math.max(0, now - this.#filledAt) * (perSecond / 1000);
    this.#left = Math.min(burst, this.#left + grown);
    this.#filledAt = now;
    return this.#left >= 1;
  }
}

interface PendingRecord {
  readonly form: FormDefinition;
  /** Address of the sender as typed; "" if the form has none. */
  readonly recipient: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface NewRecord extends PendingRecord {
  readonly id: string;
  readonly reference: string;
  readonly spamReason: string | null;
}

/** A record whose receipt is acknowledged to its sender. */
interface Acknowledged extends Omit<PendingRecord, "form"> {
  readonly form: Pick<FormDefinition, "collection" | "success">;
  readonly id: string;
  readonly reference: string;
  /** How long the email waits before it is sent, in milliseconds. */
  readonly holdMs?: number;
}

/** Records of one address that are acknowledged per day; anybody can type anybody's address. */
const maxPerRecipient = 3;

interface NoticeContext extends MailContext {
  readonly config: Config;
}

/** Notifies staff and sender of a stored record, in its transaction. */
export class SubmissionNotices {
  readonly #context: NoticeContext;
  readonly #budget = new EmailBudget();

  constructor(context: NoticeContext) {
    this.#context = context;
  }

  /** Whether storing the record may also queue emails, and so takes more than one statement. */
  isNeeded({ form, recipient, now }: PendingRecord): boolean {
    const staff = staffEmailFor(this.#context.config.staffEmails, form.collection);
    return staff !== undefined || (recipient !== "" && this.#mayConfirm(form.collection, now));
  }

  /** A cancellation is confirmed at once, also while others flood us. */
  #mayConfirm(collection: string, now: number): boolean {
    return collection === cancellationForm.collection || this.#budget.isLeft(now);
  }

  async queue(trx: Transaction<Database>, record: NewRecord): Promise<void> {
    const { form, reference, recipient, spamReason, now } = record;
    const { collection } = form;
    const isSpam = spamReason !== null;
    const page = `${deskPaths.inbox}/${reference}`;
    await queueStaffNotice(trx, this.#context, { collection, reference, page, isSpam, now });
    if (recipient === "" || isSpam || !this.#mayConfirm(collection, now)) return;
    this.#budget.take(now);
    if (await isOverDailyLimit(trx, recipient, now, ownLimitOf(collection))) return;
    await queueAcknowledgement(trx, record, this.#context);
  }
}

/** A cancellation is confirmed whatever else came from the address: only others like it count. */
function ownLimitOf(collection: string): string | undefined {
  return collection === cancellationForm.collection ? collection : undefined;
}

/**
 * Whether an address got its acknowledgments of a day. Counts the new record too.
 * @param collection counts only its records; all by default
 */
export async function isOverDailyLimit(
  trx: Transaction<Database>,
  recipient: string,
  now: number,
  collection?: string,
): Promise<boolean> {
  const { since, until } = recentSpan(now, days(1));
  const rows = await trx
    .selectFrom("submissions")
    .$if(collection !== undefined, (query) => query.where("collection", "=", collection ?? ""))
    .select("id")
    .where("email", "=", emailKey(recipient))
    .where("created_at", ">", since)
    .where("created_at", "<=", until)
    .limit(maxPerRecipient + 1)
    .execute();
  return rows.length > maxPerRecipient;
}

/** The button of an acknowledgment, and what to do if somebody else entered the address. */
const wordsOf = (collection: string) =>
  collection === cancellationForm.collection
    ? {
        button: "See it, or keep my plan",
        footnote: `If this wasn’t you, press the button and keep your plan, or call ${brand.phone.shown}.`,
      }
    : {
        button: "See or add to your message",
        footnote:
          "If this wasn’t you, someone may have entered your address by mistake. You can ignore this email.",
      };

/**
 * Contains none of the answers, since the address may be somebody else's. The link leads to the
 * message, which is all that the page shows of them.
 */
export async function queueAcknowledgement(
  trx: Transaction<Database>,
  { form: { collection, success }, id, reference, recipient, now, holdMs = 0 }: Acknowledged,
  context: MailContext,
): Promise<void> {
  // An email whose sender cannot be read.
  if (recipient === "") return;
  const words = wordsOf(collection);
  const isConversation = inboxCollections.includes(collection);
  const email = composeEmail({
    kind: "acknowledgement",
    recipient,
    subject: receiptSubject(collection, reference),
    lines: [
      "Hello,",
      success.text,
      ...(success.next
        ? [`We sent you another email: “${success.next}”. Please do that first.`]
        : []),
      `Your reference is ${reference}. Tell us this reference when you call or write about it.`,
    ],
    ...(isConversation && {
      button: { label: words.button, url: conversationLink(context, id) },
    }),
    footnote: words.footnote,
    // Prevents out-of-office replies to this email (RFC 3834).
    headers: { "Auto-Submitted": "auto-replied" },
    holdMs,
  });
  if (isConversation) {
    const thread = { owner: { kind: "case", id }, reference } as const;
    await queueConversationEmail(trx, thread, email, context, now);
  } else await queueEmail(trx, email, now);
}
