import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { removeFiles } from "../../../../platform/server/files/removals.ts";
import type { applicantFileEndpoints } from "../../../recruiting/contract/replies.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import type { caseFileEndpoints } from "../../contract/reply-endpoints.ts";
import { ownerColumns } from "../conversation-page/owner.ts";
import { findOwner, openDraft, removeEmptyDraft } from "../replies/drafts.ts";
import { addFile } from "./add-file.ts";
import { sendFile, sendFilePicture } from "./send-file.ts";

export function caseFileHandlers(context: AppContext): DeskHandlers<typeof caseFileEndpoints> {
  return handlersFor("case", context);
}

export function applicantFileHandlers(
  context: AppContext,
): DeskHandlers<typeof applicantFileEndpoints> {
  return handlersFor("application", context);
}

function handlersFor(kind: ConversationKind, context: AppContext) {
  const { database, now } = context;
  return {
    add: (call: DeskRequest & { readonly query: { readonly name: string } }) =>
      addFile(
        call,
        async (trx) => {
          const owner = await findOwner(trx, { kind, reference: call.request.params.id });
          return { draft_id: await openDraft(trx, owner, call.session.staffId, now()) };
        },
        context,
      ),
    remove: async ({ request, session }: DeskRequest) => {
      const file = await database.write((trx) =>
        removeFile(trx, kind, request.params.id, session.staffId),
      );
      await removeFiles(fileStoreOf(context), [file]);
      return {};
    },
    picture: (call: DeskRequest) => sendFilePicture(kind, call, context),
    download: (call: DeskRequest) => sendFile(kind, call, context),
  };
}

/** Removes a file of the person's own draft. @returns its path @throws ApiError "not-found" */
async function removeFile(
  trx: Transaction<Database>,
  kind: ConversationKind,
  id: string,
  staffId: string,
): Promise<string> {
  const row = await trx
    .selectFrom("reply_files as files")
    .leftJoin("conversation_drafts as drafts", "drafts.id", "files.draft_id")
    .leftJoin("new_message_drafts as begun", "begun.id", "files.new_draft_id")
    .select(["files.file", `drafts.${ownerColumns[kind]} as owner`, "drafts.staff_id"])
    .select(["drafts.id as draft_id", "begun.staff_id as beginner"])
    .where("files.id", "=", id)
    .executeTakeFirst();
  const isOfReply = row?.owner != null && row.staff_id === staffId;
  const isOfNew = kind === "case" && row?.beginner === staffId;
  if (!row || !(isOfReply || isOfNew)) throw new ApiError("not-found");
  await trx.deleteFrom("reply_files").where("id", "=", id).execute();
  if (row.draft_id !== null) await removeEmptyDraft(trx, row.draft_id);
  return row.file;
}
