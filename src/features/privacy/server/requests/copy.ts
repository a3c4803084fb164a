import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { closePrivacyRequest } from "./close-request.ts";
import { issueLink, revokeLinks } from "./links.ts";
import { addLog, type PrivacyCase } from "./privacy-case.ts";
import { composeLetter, sendLetter } from "./send-letter.ts";

interface Sender {
  readonly staffId: string;
  readonly writer: string;
  /** Origin of the site without a trailing slash. */
  readonly origin: string;
}

/**
 * Emails the link to the copy of a person's data, and closes the request. Sending again invalidates
 * the former link.
 */
export async function sendCopyLink(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { staffId, writer, origin }: Sender,
  now: number,
): Promise<void> {
  await revokeLinks(trx, request.id, ["copy"]);
  const { url, expiresAt } = await issueLink(trx, request.id, "copy", origin, now);
  const letter = await composeLetter(trx, request, "copy", {
    dueAt: expiresAt,
    button: { label: "Get the copy of my data", url },
    footnote: "The link is yours: please do not pass this email on.",
    staffId,
    writer,
  });
  if (request.closed_at === null) {
    await closePrivacyRequest(trx, request, "done", { closed_by: staffId }, now);
  }
  await addLog(trx, request.id, staffId, "Sent the link to the copy", now);
  await sendLetter(trx, request.id, letter, now);
}
