import type { Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { closePrivacyRequest } from "./close-request.ts";
import { revokeLinks } from "./links.ts";
import { addLog, type PrivacyCase, type StaffActor, savePrivacyRequest } from "./privacy-case.ts";
import { composeLetter, sendLetter } from "./send-letter.ts";

/** Whether the person may still appeal: once. */
export function mayAppeal({ status, appeal_at }: PrivacyCase): boolean {
  return status === "denied" && appeal_at === null;
}

/**
 * Reopens a denied request with the person's words, with 45 days for the decision. A second call
 * does nothing.
 */
export async function fileAppeal(
  trx: Transaction<Database>,
  request: PrivacyCase,
  text: string,
  now: number,
): Promise<void> {
  if (!mayAppeal(request)) return;
  const appealed = await savePrivacyRequest(
    trx,
    request,
    {
      status: "appeal",
      assignee_id: null,
      closed_at: null,
      in_time: null,
      appeal_at: now,
      appeal_text: text,
      due_at: now + days(facts.privacyRequest.appeal),
    },
    now,
  );
  await addLog(trx, request, { kind: "privacy.appealed" }, now);
  await sendLetter(trx, request.id, await composeLetter(trx, appealed, "appeal-received", {}), now);
}

interface AppealDecision {
  readonly isGranted: boolean;
  readonly reason: string;
  readonly actor: StaffActor;
}

/** Decides on an appeal and notifies the person: the request is reopened, or remains denied. */
export async function decideAppeal(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { isGranted, reason, actor }: AppealDecision,
  now: number,
): Promise<void> {
  const { staffId, name: writer } = actor;
  const columns = { appeal_decided_at: now, appeal_reason: reason };
  const decided = isGranted
    ? await savePrivacyRequest(
        trx,
        request,
        {
          ...columns,
          status: request.identity_at === null ? "received" : "in-progress",
          assignee_id: staffId,
          closed_by: null,
        },
        now,
      )
    : await closePrivacyRequest(trx, request, "denied", { ...columns, closed_by: staffId }, now);
  const kind = isGranted ? "appeal-granted" : "appeal-denied";
  const letter = await composeLetter(trx, decided, kind, { reason, staffId, writer });
  await addLog(trx, request, { kind: "privacy.appeal-decided", data: { isGranted }, actor }, now);
  await revokeLinks(trx, request.id, ["appeal"]);
  await sendLetter(trx, request.id, letter, now);
}
