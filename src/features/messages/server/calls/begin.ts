import type { Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { maxCallTries, type NewCall, type NewMessage } from "../../contract/calls.ts";
import { ourEmailForm, phoneCallForm } from "../../contract/forms/staff-forms.ts";
import { applyEdit } from "../inbox/change-case.ts";
import type { Case } from "../inbox/lock-case.ts";
import { fillReply, scheduleReply, type Writer } from "../replies/schedule.ts";
import type { SendContext } from "../replies/subject.ts";
import { beginCase } from "./begin-case.ts";
import { findCallBack, storeCallBack } from "./call-backs.ts";
import { endOfOfficeDay, readCallTime } from "./call-times.ts";
import { addCall, recordCall, waitUntil } from "./log-call.ts";
import { deleteNewDraft, findNewDraftId } from "./new-drafts.ts";
import type { KnownRecipient } from "./recipients.ts";

/**
 * Logs a call as a new case: done, with a follow-up, or with a call that we owe.
 * @returns its reference
 * @throws ApiError "invalid" without a person or a number to call, and for a time that is over
 */
export async function logCall(
  { key, text, next: nextStep, assigneeId, day, time }: NewCall,
  person: KnownRecipient,
  writer: Writer,
  context: SendContext,
): Promise<string> {
  const { name, email, phone } = person;
  if (name === "" && email === "" && phone === "") {
    throw new ApiError("invalid", { fields: { name: "Write who called: a name or a number." } });
  }
  const now = context.now();
  const window = nextStep === "call-back" ? readCallTime(requireTime(time), now) : undefined;
  if (window && phone === "") {
    throw new ApiError("invalid", { fields: { phone: "Write the number to call." } });
  }
  const dueAt = nextStep === "follow-up" && day !== null ? endOfOfficeDay(day, now) : undefined;
  const record = { form: phoneCallForm, values: { name, email, phone }, key, text };
  return beginCase(record, writer.staffId, context, async (trx, begun) => {
    await addCall(trx, begun.id, { outcome: "reached", text }, writer, now);
    if (window) await storeCallBack(trx, begun.id, { ...window, phone });
    await recordCall(trx, begun, "reached", window, writer, now);
    if (nextStep === "nothing") {
      const edit = { status: "done", assigneeId: writer.staffId } as const;
      await applyEdit(trx, begun, edit, writer, context);
      return;
    }
    const assigned = await assign(trx, begun, assigneeId, writer, context);
    await waitUntil(trx, assigned, window?.endsAt ?? dueAt ?? begun.due_at, assigneeId, now);
  });
}

function requireTime(time: NewCall["time"]) {
  if (time === null) throw new ApiError("invalid", { fields: { day: "Choose the time." } });
  return time;
}

async function assign(
  trx: Transaction<Database>,
  begun: Case,
  assigneeId: string | null,
  writer: Writer,
  context: SendContext,
): Promise<Case> {
  if (assigneeId === null) return begun;
  await applyEdit(trx, begun, { assigneeId }, writer, context);
  return { ...begun, assignee_id: assigneeId };
}

/**
 * Begins an email to somebody as a new case, whose first reply it is: it is sent after
 * `sendDelaySeconds`, and answers to it arrive in the case.
 * @returns the case's reference
 * @throws ApiError "invalid" without an address, and for a text that cannot be sent
 */
export async function writeMessage(
  { key, subject, text, blanks, templateId, statusAfter, files = [], draft = "" }: NewMessage,
  { name, email, phone }: KnownRecipient,
  writer: Writer,
  context: SendContext,
): Promise<string> {
  const reply = { text, blanks, templateId, statusAfter };
  // Nothing is begun with a text that cannot be sent; the case's reference has this length.
  fillReply({ name, email, reference: "00000000", obstacle: undefined }, reply, writer.name);
  const record = {
    form: ourEmailForm,
    values: { name, email, phone, subject },
    key,
    text: subject,
  };
  return beginCase(record, writer.staffId, context, async (trx, begun) => {
    const subject = { kind: "case", id: begun.id, reference: begun.reference } as const;
    const happened = { kind: "email.begun", actor: writer, subject, audit: "change" } as const;
    await recordEvent(trx, happened, context.now());
    const edit = { status: "in-progress", assigneeId: writer.staffId } as const;
    await applyEdit(trx, begun, edit, writer, context);
    const subjectName = { kind: "case", reference: begun.reference } as const;
    const newDraftId = await findNewDraftId(trx, writer.staffId, draft);
    const scheduled = { ...reply, files, newDraftId, version: begun.version + 1 };
    await scheduleReply(trx, subjectName, scheduled, writer, context);
    if (newDraftId !== undefined) await deleteNewDraft(trx, newDraftId);
  });
}

/**
 * Emails somebody whom we could not reach, and closes the case once the email is sent.
 * @throws ApiError "not-found" before the last try, "case-changed", "invalid" without an address
 */
export async function emailAfterTries(
  trx: Transaction<Database>,
  reference: string,
  version: number,
  writer: Writer,
  context: SendContext,
): Promise<void> {
  const found = await trx
    .selectFrom("cases")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  const owed = found && (await findCallBack(trx, found.id));
  if (!owed || Number(owed.tries) < maxCallTries) throw new ApiError("not-found");
  const text = [
    "Hello,",
    `You asked us to call you at ${owed.phone}. We tried ${owed.tries} times and could not reach you.`,
    `Please answer this email and tell us when we should call, or call us at ${brand.phone.shown}.`,
    writer.name,
  ].join("\n\n");
  const reply = { version, text, blanks: {}, templateId: "", statusAfter: "done" };
  await scheduleReply(trx, { kind: "case", reference }, reply, writer, context);
}
