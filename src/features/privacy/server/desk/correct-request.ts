import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { type Correction, correctable } from "../../contract/corrections.ts";
import type { PrivacyBody } from "../../contract/endpoints.ts";
import { closePrivacyRequest } from "../requests/close-request.ts";
import { addLog, type PrivacyCase, savePrivacyRequest } from "../requests/privacy-case.ts";
import { composeLetter, sendLetter } from "../requests/send-letter.ts";
import { type ChangeCall, reject } from "./change-request.ts";
import { requireIdentity, requireNoAppeal } from "./decide-request.ts";

/** Staff looked at the agent's file, or got it by letter. */
export async function acceptAuthority(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { actor, context }: ChangeCall,
): Promise<void> {
  requireNoAppeal(request);
  if (request.agent_name === "") throw reject("This person asked themselves.");
  if (request.authority_at !== null) throw reject("This proof is already accepted.");
  const now = context.now();
  await savePrivacyRequest(trx, request, { authority_at: now }, now);
  await addLog(trx, request, { kind: "privacy.authority-accepted", actor }, now);
}

/** Stores what became of each field, closes the request and writes it to the person. */
export async function correct(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { body: { outcomes }, actor, context }: ChangeCall<PrivacyBody<"correct">>,
): Promise<void> {
  requireNoAppeal(request);
  if (request.kind !== "correction") throw reject("This person did not ask for a correction.");
  requireIdentity(request);
  const asked: readonly Correction[] =
    request.corrections === "" ? [] : JSON.parse(request.corrections);
  const corrections = asked.map((one): Correction => {
    const decided = outcomes.find(({ field }) => field === one.field);
    if (!decided) throw reject("Say what became of each field.");
    if (decided.outcome === "kept" && decided.note === "") {
      throw reject(`Say why ${nameField(one)} was not changed.`);
    }
    return {
      ...one,
      outcome: decided.outcome,
      note: decided.outcome === "kept" ? decided.note : "",
    };
  });
  const now = context.now();
  const { staffId, name: writer } = actor;
  const saved = await savePrivacyRequest(
    trx,
    request,
    { corrections: corrections.length === 0 ? "" : JSON.stringify(corrections) },
    now,
  );
  const closed = await closePrivacyRequest(trx, saved, "done", { closed_by: staffId }, now);
  const changed = corrections.filter(({ outcome }) => outcome === "changed").length;
  const data = { changed, kept: corrections.length - changed };
  await addLog(trx, request, { kind: "privacy.corrected", data, actor }, now);
  const letter = await composeLetter(trx, closed, "corrected", {
    further: corrections.map(describe),
    staffId,
    writer,
  });
  await sendLetter(trx, request.id, letter, now);
}

const nameField = ({ field }: Correction) =>
  correctable.find(({ name }) => name === field)?.label ?? field;

function describe(correction: Correction): string {
  const { outcome, note } = correction;
  const name = nameField(correction);
  return outcome === "changed" ? `${name}: changed.` : `${name}: not changed. ${note}`;
}
