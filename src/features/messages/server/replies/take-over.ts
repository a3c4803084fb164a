import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { moveToDraft } from "../reply-files/attached-files.ts";
import { addToDraft, type SubjectName } from "./drafts.ts";
import { findLeftDrafts } from "./left-drafts.ts";
import { lockSubject } from "./lock-subject.ts";
import type { Writer } from "./schedule.ts";
import type { SendContext } from "./subject.ts";

/**
 * Moves the unsent reply of a colleague who can no longer send it into the writer's own draft.
 * @throws ApiError "not-found", also if somebody else took it over first
 */
export async function takeOverDraft(
  trx: Transaction<Database>,
  name: SubjectName,
  id: string,
  writer: Writer,
  context: SendContext,
): Promise<void> {
  const now = context.now();
  const subject = await lockSubject(trx, name, context);
  if (!subject) throw new ApiError("not-found");
  const { owner, reference } = subject;
  const left = (await findLeftDrafts(trx, owner)).find((draft) => draft.id === id);
  if (!left || left.staff_id === writer.staffId) throw new ApiError("not-found");
  const written = {
    text: left.text,
    blanks: JSON.parse(left.blanks),
    statusAfter: left.status_after,
    // A template of the colleague may be personal.
    templateId: "",
  };
  const draftId = await addToDraft(trx, owner, writer.staffId, written, now);
  await moveToDraft(trx, "draft_id", id, draftId);
  await trx.deleteFrom("conversation_drafts").where("id", "=", id).execute();
  const happened = { kind: "reply.taken-over", data: { writer: left.name } } as const;
  const record = { ...owner, reference };
  await recordEvent(trx, { ...happened, actor: writer, subject: record, audit: "change" }, now);
  await subject.touch(now);
}
