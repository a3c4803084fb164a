import { brand } from "../../../brand.ts";
import type { Config } from "../config/config.ts";

/** Sender of every email, as a header: name and address. */
export function senderOf({ mailFrom }: Pick<Config, "mailFrom">): string {
  return mailFrom ?? `"${brand.name}" <${brand.email.support}>`;
}

/** The Message-ID of an email in the outbox, without angle brackets. */
export function messageIdOf(emailId: string, config: Pick<Config, "mailFrom">): string {
  const host = /@([^@>]+)>?$/.exec(senderOf(config))?.[1] ?? "localhost";
  return `${emailId}@${host}`;
}

/**
 * The outbox ID in a Message-ID without angle brackets, if it may be one of ours: mail servers on
 * the way may replace the host, so only the part before it counts.
 */
export function emailIdOf(messageId: string): string | undefined {
  return /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})@/.exec(messageId)?.[1];
}
