import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { EmailFile } from "../../../../platform/server/mail/outbox.ts";
import { type ReplyFile, replyLimits } from "../../contract/replies.ts";
import { idsOf, type Owner, ownerColumns } from "../conversation-page/owner.ts";

export const filesTooLarge = "The attachments are larger than 10 MB together.";
const tooManyFiles = `Attach at most ${replyLimits.files} files.`;

/** @throws ApiError "invalid" for more or larger files than one email may have */
export function requireWithin(files: readonly { readonly size: number }[], field: string): void {
  const bytes = files.reduce((sum, { size }) => sum + Number(size), 0);
  const message =
    files.length > replyLimits.files
      ? tooManyFiles
      : bytes > replyLimits.fileBytes
        ? filesTooLarge
        : undefined;
  if (message !== undefined) throw new ApiError("invalid", { fields: { [field]: message } });
}

type Owned = "draft_id" | "new_draft_id" | "reply_id";

/** Files of drafts or of replies, in the order in which they were added, by the id of the owner. */
export async function readFiles(
  db: Kysely<Database>,
  column: Owned,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ReplyFile[]>> {
  const found = new Map<string, ReplyFile[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom("reply_files")
    .select(["id", "name", "mime_type", "size", `${column} as owner`])
    .where(isOneOf(db, column, ids))
    .orderBy("id")
    .execute();
  for (const { owner, ...row } of rows) {
    if (owner !== null) found.set(owner, [...(found.get(owner) ?? []), toReplyFile(row)]);
  }
  return found;
}

/** The files of the replies and messages of a conversation, by the id of their entry. */
export async function readSentFiles(
  db: Kysely<Database>,
  owner: Owner,
): Promise<ReadonlyMap<string, readonly ReplyFile[]>> {
  const found = new Map<string, ReplyFile[]>();
  const rows = await db
    .selectFrom("reply_files")
    .innerJoin("conversation_replies as replies", "replies.id", "reply_files.reply_id")
    .select(["reply_files.id", "reply_files.name", "reply_files.mime_type", "reply_files.size"])
    .select("replies.entry_id")
    .where(`replies.${ownerColumns[owner.kind]}`, "in", idsOf(owner))
    .where("replies.entry_id", "is not", null)
    .orderBy("reply_files.id")
    .execute();
  const received =
    owner.kind === "case"
      ? await db
          .selectFrom("case_message_files")
          .select(["id", "name", "mime_type", "size", "entry_id"])
          .where("case_id", "in", idsOf(owner))
          .orderBy("id")
          .execute()
      : [];
  for (const { entry_id: entry, ...row } of [...rows, ...received]) {
    if (entry !== null) found.set(entry, [...(found.get(entry) ?? []), toReplyFile(row)]);
  }
  return found;
}

function toReplyFile(row: {
  readonly id: string;
  readonly name: string;
  readonly mime_type: string;
  readonly size: number;
}): ReplyFile {
  return { id: row.id, name: row.name, mimeType: row.mime_type, size: Number(row.size) };
}

/** What the email of a reply is sent with. */
export async function readEmailFiles(db: Kysely<Database>, replyId: string): Promise<EmailFile[]> {
  const rows = await db
    .selectFrom("reply_files")
    .select(["file", "name", "mime_type as type"])
    .where("reply_id", "=", replyId)
    .orderBy("id")
    .execute();
  return rows;
}

/**
 * Moves files of the writer's draft to the reply that is made from it.
 * @param ids those that the writer saw
 * @throws ApiError "invalid" if one is no longer in the draft, and beyond the limits
 */
export async function moveToReply(
  trx: Transaction<Database>,
  ids: readonly string[],
  [column, draftId]: readonly [column: "draft_id" | "new_draft_id", id: string | undefined],
  replyId: string,
): Promise<void> {
  if (ids.length === 0) return;
  const moved = await trx
    .updateTable("reply_files")
    .set({ draft_id: null, new_draft_id: null, reply_id: replyId })
    .where(column, "=", draftId ?? "")
    .where(isOneOf(trx, "id", ids))
    .returning("size")
    .execute();
  if (moved.length !== new Set(ids).size) {
    const message = "An attachment was removed in another window. Check the list, then send again.";
    throw new ApiError("invalid", { fields: { files: message } });
  }
  requireWithin(moved, "files");
}

/** Moves the files of an unsent reply, or of another draft, to a draft. */
export async function moveToDraft(
  trx: Transaction<Database>,
  column: "reply_id" | "draft_id",
  from: string,
  draftId: string,
): Promise<void> {
  await trx
    .updateTable("reply_files")
    .set({ draft_id: draftId, reply_id: null })
    .where(column, "=", from)
    .execute();
}
