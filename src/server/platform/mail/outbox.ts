import type { Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import { days } from "../durations.ts";
import { orderedId } from "../ordered-id.ts";

/** An email ready to be sent. */
export interface Email {
  /** What it is about, for counting and logs: "reset-password". */
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers, as RFC 8058 wants them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The account it belongs to, whose deletion takes an unsent email along. */
  readonly uid?: string;
  /** Somebody waits for it, as for a link to log in: it goes before all others. */
  readonly urgent?: boolean;
  /** Its row goes when it is sent: nothing may say that this person had an email. */
  readonly forget?: boolean;
}

/** An unsent email is given up before it is this old: an urgent one goes before all others. */
const headStartMs = days(1);

const listeners = new Set<() => void>();

/**
 * Calls the listener whenever this process queues an email: shortly before the commit that
 * makes it visible, or without one, should that fail.
 * @returns removes the listener
 */
export function onEmailQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Puts an email into the outbox, in the transaction of what caused it: either both are
 * saved or neither. It is sent soon after the commit.
 * @param now milliseconds since 1970
 * @returns its id in the outbox
 */
export async function queueEmail(
  trx: Transaction<Database>,
  email: Email,
  now: number,
): Promise<string> {
  const id = orderedId();
  const { kind, recipient, subject, text, html, headers = {}, uid = null } = email;
  const { urgent = false, forget = false } = email;
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
      next_try_at: urgent ? now - headStartMs : now,
      leased_until: 0,
      sent_at: null,
      failed_at: null,
      failure: null,
      forget: forget ? 1 : 0,
    })
    .execute();
  for (const listener of listeners) listener();
  return id;
}
