import type { Transaction } from "kysely";
import { days } from "../../contract/durations.ts";
import { hasEmail } from "../../contract/email.ts";
import type { Database } from "../db/schema.ts";
import { orderedId } from "../ordered-id.ts";

/** A file that is sent with an email: one of the file store, or a short text. */
export type EmailFile = { readonly name: string; readonly type: string } & (
  | { readonly file: string }
  | { readonly content: string }
);

export interface Email {
  /** Kind of email, for metrics and logs: "reset-password". */
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Additional headers, such as those of RFC 8058. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The account it belongs to; deleting the account deletes the unsent email. */
  readonly uid?: string;
  /** Sent before all others, since the person is waiting for it, for example a login link. */
  readonly urgent?: boolean;
  /** How long it waits before it is sent, in milliseconds. */
  readonly holdMs?: number;
  /** Delete the row after sending: no trace may remain that this person got an email. */
  readonly forget?: boolean;
  readonly files?: readonly EmailFile[];
}

/** How far the due time of urgent emails is set back: no pending email is older than this. */
const headStartMs = days(1);

const listeners = new Set<() => void>();

/**
 * Calls the listener whenever this process queues an email: shortly before the commit that makes it
 * visible; the commit may also fail.
 * @returns a function that removes the listener
 */
export function onEmailQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Adds an email to the outbox, in the transaction of its cause: either both are stored or neither.
 * It is sent soon after the commit; to a customer without an email, nothing is.
 * @returns its ID in the outbox
 */
export async function queueEmail(
  trx: Transaction<Database>,
  email: Email,
  now: number,
): Promise<string> {
  const id = orderedId();
  const { kind, recipient, subject, text, html, headers = {}, uid = null } = email;
  const { urgent = false, forget = false, holdMs = 0, files = [] } = email;
  if (!hasEmail(recipient)) return id;
  await trx
    .insertInto("mail_outbox")
    .values({
      id,
      kind,
      uid,
      recipient,
      subject,
      text,
      html,
      headers: JSON.stringify(headers),
      created_at: now,
      attempts: 0,
      next_try_at: urgent ? now - headStartMs : now + holdMs,
      leased_until: 0,
      sent_at: null,
      failed_at: null,
      failure: null,
      forget: forget ? 1 : 0,
      attachments: JSON.stringify(files),
    })
    .execute();
  for (const listener of listeners) listener();
  return id;
}
