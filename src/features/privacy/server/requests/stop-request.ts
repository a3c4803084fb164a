import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { closePrivacyRequest } from "./close-request.ts";
import { addLog, type PrivacyCase } from "./privacy-case.ts";
import { composeLetter, sendLetter } from "./send-letter.ts";

/** Shown as the reason of a request that its person, or their agent, stopped. */
const stoppedReason = "You withdrew your request.";

export function mayStop({ scope, status }: PrivacyCase): boolean {
  return scope === "open" && status !== "appeal";
}

/** Ends a request on its page: nothing is changed. A second press does nothing. */
export async function stopRequest(
  trx: Transaction<Database>,
  request: PrivacyCase,
  now: number,
): Promise<void> {
  if (!mayStop(request)) return;
  const columns = { closed_by: null, denial_reason: stoppedReason };
  const stopped = await closePrivacyRequest(trx, request, "denied", columns, now);
  await addLog(trx, request, { kind: "privacy.stopped" }, now);
  await sendLetter(trx, request.id, await composeLetter(trx, stopped, "stopped", {}), now);
}
