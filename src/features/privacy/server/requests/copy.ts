import type { Transaction } from "kysely";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { closePrivacyRequest } from "./close-request.ts";
import { issueLink, revokeLinks } from "./links.ts";
import { addLog, type PrivacyCase, type StaffActor } from "./privacy-case.ts";
import { composeLetter, sendLetter } from "./send-letter.ts";

/**
 * Emails the link to the copy of a person's data, and closes the request. Sending again invalidates
 * the former link.
 */
export async function sendCopyLink(
  trx: Transaction<Database>,
  request: PrivacyCase,
  actor: StaffActor,
  context: Pick<AppContext, "origin" | "now">,
): Promise<void> {
  const { staffId, name: writer } = actor;
  const now = context.now();
  await revokeLinks(trx, request.id, ["copy"]);
  const { url, expiresAt } = await issueLink(trx, request.id, "copy", context.origin(), now);
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
  await addLog(trx, request, { kind: "privacy.copy-sent", actor }, now);
  await sendLetter(trx, request.id, letter, now);
}
