/** An email to ourselves, which proves the way out and the way back in. */

import type { Kysely, Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Config } from "../../../../platform/server/config/config.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { noteSeen, readSeen } from "../../../../platform/server/last-seen.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";

export const testEmailKind = "launch-test";

/** Less apart, no second one is sent. */
const pauseMs = minutes(1);
/** Bytes of an email in which its headers are looked for. */
const maxHeaderBytes = 64 * 1024;

/** Where the test goes; undefined if nobody receives email. */
export function testEmailAddress({
  inboundMailAddress,
  staffEmails,
}: Pick<Config, "inboundMailAddress" | "staffEmails">): string | undefined {
  // Answers of customers need an address with a code after a plus, too.
  return inboundMailAddress?.replace("@", "+test@") ?? staffEmails.others;
}

/** Queues the test. @returns false if the last one is less than a minute old */
export async function queueTestEmail(
  trx: Transaction<Database>,
  recipient: string,
  now: number,
): Promise<boolean> {
  const last = await findLast(trx);
  if (last && now - Number(last.created_at) < pauseMs) return false;
  const email = composeEmail({
    kind: testEmailKind,
    recipient,
    subject: `Test email of ${brand.name}`,
    lines: [
      "This email shows that the site can send email, and that email reaches it.",
      "You do not need to do anything.",
    ],
    urgent: true,
  });
  await queueEmail(trx, email, now);
  return true;
}

/** Notes that it came back, and which key signed it (RFC 6376). */
export async function noteTestEmail(
  id: string,
  raw: Uint8Array,
  { database, now }: Pick<AppContext, "database" | "now">,
): Promise<void> {
  const head = Buffer.from(raw.subarray(0, maxHeaderBytes)).toString("latin1");
  const headers = (head.split(/\r?\n\r?\n/, 1)[0] ?? "").replace(/\r?\n[ \t]+/g, " ");
  const signature = /^dkim-signature:(.*)$/im.exec(headers)?.[1] ?? "";
  await noteSeen(database, "test-email", now(), {
    id,
    domain: readTag(signature, "d"),
    selector: readTag(signature, "s"),
  });
}

/** A name in a signature's list of tags; "" if it is absent or no name. */
function readTag(signature: string, tag: string): string {
  const parts = signature.split(";").map((part) => part.trim());
  const value = parts.find((part) => part.startsWith(`${tag}=`))?.slice(2) ?? "";
  return /^[\w.-]{1,253}$/.test(value) ? value.toLowerCase() : "";
}

interface TestEmail {
  /** Milliseconds since 1970, like the others. */
  readonly queuedAt: number;
  readonly sentAt: number | null;
  readonly arrivedAt: number | null;
  /** Code of the last failure; null without. */
  readonly failure: string | null;
  /** What signed it when it arrived; empty without a signature. */
  readonly domain: string;
  readonly selector: string;
}

/** The last test; undefined if there was none, or it is so old that its row is deleted. */
export async function readTestEmail(db: Kysely<Database>): Promise<TestEmail | undefined> {
  const last = await findLast(db);
  if (!last) return undefined;
  const seen = await readSeen(db, "test-email");
  const arrived = seen?.details.id === last.id ? seen : undefined;
  return {
    queuedAt: Number(last.created_at),
    sentAt: last.sent_at === null ? null : Number(last.sent_at),
    arrivedAt: arrived?.at ?? null,
    failure: last.failure,
    domain: arrived?.details.domain ?? "",
    selector: arrived?.details.selector ?? "",
  };
}

function findLast(db: Kysely<Database>) {
  return db
    .selectFrom("mail_outbox")
    .select(["id", "created_at", "sent_at", "failure"])
    .where("kind", "=", testEmailKind)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
