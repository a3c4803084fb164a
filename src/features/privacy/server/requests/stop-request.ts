import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { PrivacyKind } from "../../contract/cases.ts";
import { requestText } from "../../contract/letters.ts";
import { closePrivacyRequest } from "./close-request.ts";
import { addLog, type PrivacyCase } from "./privacy-case.ts";
import { composeLetter, sendLetter } from "./send-letter.ts";

/** Shown to the person as the reason of a request that they, or their agent, stopped. */
const stoppedReasons = {
  person: "You withdrew your request.",
  agent: "Whoever asked for you withdrew the request.",
} as const;

export function mayStop({ scope, status }: PrivacyCase): boolean {
  return scope === "open" && status !== "appeal";
}

/** Ends a request on its page: nothing is changed. A second press does nothing. */
export async function stopRequest(
  trx: Transaction<Database>,
  request: PrivacyCase,
  by: keyof typeof stoppedReasons,
  now: number,
): Promise<void> {
  if (!mayStop(request)) return;
  const columns = { closed_by: null, denial_reason: stoppedReasons[by] };
  const stopped = await closePrivacyRequest(trx, request, "denied", columns, now);
  await addLog(trx, request, { kind: "privacy.stopped" }, now);
  const who = by === "agent" ? "Whoever asked for you" : "You";
  const reason = `${who} stopped ${requestText[request.kind as PrivacyKind]}.`;
  await sendLetter(trx, request.id, await composeLetter(trx, stopped, "stopped", { reason }), now);
}
