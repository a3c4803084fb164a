import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { consentQuestion, textObstacles } from "../../../texts/contract/consent.ts";
import { findConsent, saveConsent } from "../../../texts/server/consents.ts";
import { findNumberOwner, isTextable, showNumber } from "../../../texts/server/numbers.ts";
import { findTextObstacle } from "../../../texts/server/outbox.ts";
import type { NewText } from "../../contract/calls.ts";
import { ourTextForm } from "../../contract/forms/staff-forms.ts";
import { applyEdit } from "../inbox/change-case.ts";
import { fillReply, scheduleReply, type Writer } from "../replies/schedule.ts";
import type { SendContext } from "../replies/subject.ts";
import { beginCase } from "./begin-case.ts";
import type { KnownRecipient } from "./recipients.ts";

/**
 * Begins a text to somebody as a new case, whose first reply it is. Who never agreed to texts is
 * asked on the phone first.
 * @returns the case's reference
 * @throws ApiError "invalid" for a number that takes no texts, and without consent
 */
export async function writeText(
  { key, text, agreed }: NewText,
  { name, email, phone }: KnownRecipient,
  writer: Writer,
  context: SendContext,
): Promise<string> {
  const textTo = phoneKey(phone);
  const obstacle = await findTextObstacle(context.database.db, "begun", textTo, context);
  const asksFirst = obstacle === "no-consent";
  if (obstacle !== undefined && !asksFirst) {
    throw new ApiError("invalid", { fields: { phone: textObstacles[obstacle] } });
  }
  if (asksFirst && !agreed) {
    throw new ApiError("invalid", {
      fields: { agreed: "Read the question aloud, and check the box after a yes." },
    });
  }
  const reply = { text, blanks: {}, templateId: "", statusAfter: "waiting" } as const;
  const subject = { name, email, reference: "00000000", obstacle: undefined, textTo };
  fillReply(subject, reply, writer.name);
  const values = { name: name || showNumber(textTo), email, phone: showNumber(textTo) };
  const record = { form: ourTextForm, values, key, text };
  return beginCase(record, writer.staffId, context, async (trx, begun) => {
    if (asksFirst) await saveSpoken(trx, textTo, true, writer, context);
    const about = { kind: "case", id: begun.id, reference: begun.reference } as const;
    const happened = {
      kind: "text.begun",
      actor: writer,
      subject: about,
      audit: "change",
    } as const;
    await recordEvent(trx, happened, context.now());
    const edit = { status: "in-progress", assigneeId: writer.staffId } as const;
    await applyEdit(trx, begun, edit, writer, context);
    const subjectName = { kind: "case", reference: begun.reference } as const;
    const scheduled = { ...reply, version: begun.version + 1 };
    await scheduleReply(trx, subjectName, scheduled, writer, context);
  });
}

/**
 * Stores what somebody said about texts on the phone.
 * @throws ApiError "invalid" for a number that takes no texts, or that only START turns on again
 */
export async function recordSpoken(
  trx: Transaction<Database>,
  phone: string,
  agreed: boolean,
  writer: Writer,
  context: Pick<AppContext, "now">,
): Promise<void> {
  const numberKey = phoneKey(phone);
  const obstacle = isTextable(numberKey)
    ? await findStop(trx, numberKey, agreed)
    : textObstacles["no-number"];
  if (obstacle !== undefined) throw new ApiError("invalid", { fields: { phone: obstacle } });
  await saveSpoken(trx, numberKey, agreed, writer, context);
}

/** The carrier blocks a number that texted STOP, whatever is stored here. */
async function findStop(
  db: Kysely<Database>,
  numberKey: string,
  agreed: boolean,
): Promise<string | undefined> {
  const consent = await findConsent(db, numberKey);
  const isFinal = consent?.state === "stopped" && consent.source === "text";
  return agreed && isFinal ? textObstacles.stopped : undefined;
}

async function saveSpoken(
  trx: Transaction<Database>,
  numberKey: string,
  agreed: boolean,
  writer: Writer,
  { now }: Pick<AppContext, "now">,
): Promise<void> {
  const { owner } = await findNumberOwner(trx, numberKey);
  const said = { numberKey, source: "call", uid: owner?.uid ?? null } as const;
  const state = agreed ? "allowed" : "stopped";
  const words = agreed ? consentQuestion : "Asked on the phone for no more texts.";
  await saveConsent(trx, { ...said, state, words, staffId: writer.staffId }, now());
  const target = owner?.supportId ?? "Texts";
  const happened = { kind: "text.consent", data: { agreed } } as const;
  await recordEvent(trx, { ...happened, actor: writer, audit: "change", target }, now());
}
