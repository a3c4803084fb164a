import type { FastifyReply } from "fastify";
import { type Kysely, sql } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import type { DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { writeAudit } from "../../../staff/server/write-audit.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import { idsOf, type Owner, ownerColumns } from "../conversation-page/owner.ts";

/** A download that no browser opens. */
export function downloadHeaders(name: string) {
  return {
    "content-disposition": `attachment; filename*=UTF-8''${encodeFileName(name)}`,
    "x-content-type-options": "nosniff",
  };
}

/** RFC 5987. Names come from people: no path, and a name at least. */
function encodeFileName(name: string): string {
  const plain = name
    .replaceAll(/[/\\:*?"<>|]/g, "-")
    .replace(/^\.+/, "")
    .trim();
  return encodeURIComponent(plain || "attachment").replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * A file of a reply, or of the reader's own draft.
 * @throws ApiError "not-found"
 */
async function findFile(
  kind: ConversationKind,
  { request, session }: DeskRequest,
  { database: { db } }: AppContext,
) {
  const column = ownerColumns[kind];
  const row = await db
    .selectFrom("reply_files as files")
    .leftJoin("conversation_replies as replies", "replies.id", "files.reply_id")
    .leftJoin("conversation_drafts as drafts", "drafts.id", "files.draft_id")
    .leftJoin("new_message_drafts as begun", "begun.id", "files.new_draft_id")
    .leftJoin("cases", "cases.id", "replies.case_id")
    .leftJoin("applications", "applications.id", "replies.application_id")
    .select(["files.file", "files.name", "files.mime_type", `replies.${column} as of_reply`])
    .select(["cases.reference as of_case", "applications.reference as of_application"])
    .select([`drafts.${column} as of_draft`, "drafts.staff_id", "begun.staff_id as beginner"])
    .where("files.id", "=", request.params.id ?? "")
    .executeTakeFirst();
  if (!row && kind === "case") {
    const received = await findReceived(db, request.params.id);
    if (received) return received;
  }
  const isOwn =
    (row?.of_draft != null && row.staff_id === session.staffId) ||
    (kind === "case" && row?.beginner === session.staffId);
  if (!row || !(row.of_reply !== null || isOwn)) throw new ApiError("not-found");
  return row;
}

/** A file that a customer attached; undefined without one. */
function findReceived(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("case_message_files as files")
    .innerJoin("cases", "cases.id", "files.case_id")
    .select(["files.file", "files.name", "files.mime_type", "files.case_id"])
    .select(["cases.reference as of_case", sql<null>`null`.as("of_application")])
    .where("files.id", "=", id)
    .executeTakeFirst();
}

/** A file of a conversation, for the page of its person; undefined without one. */
export async function readSentFile(
  owner: Owner,
  id: string,
  context: AppContext,
): Promise<{ readonly name: string; readonly bytes: Buffer } | undefined> {
  const row = await context.database.db
    .selectFrom("reply_files as files")
    .innerJoin("conversation_replies as replies", "replies.id", "files.reply_id")
    .select(["files.file", "files.name"])
    .where("files.id", "=", id)
    .where(`replies.${ownerColumns[owner.kind]}`, "in", idsOf(owner))
    .where("replies.entry_id", "is not", null)
    .executeTakeFirst();
  const received = row ? undefined : await findReceived(context.database.db, id);
  const found = row ?? (idsOf(owner).includes(received?.case_id ?? "") ? received : undefined);
  return found && { name: found.name, bytes: await readBytes(found.file, context) };
}

async function readBytes(file: string, context: AppContext): Promise<Buffer> {
  const storage = await fileStoreOf(context).openStorage();
  const bytes = await storage.readWhole(file);
  if (!bytes) throw new ApiError("not-found");
  return bytes;
}

/** Sends a picture, which was encoded here when it was attached. */
export async function sendFilePicture(
  kind: ConversationKind,
  call: DeskRequest,
  context: AppContext,
): Promise<FastifyReply> {
  const { file, mime_type: type } = await findFile(kind, call, context);
  if (!type.startsWith("image/")) throw new ApiError("not-found");
  const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";
  return call.reply
    .type(type)
    .headers({ "content-security-policy": policy, "x-content-type-options": "nosniff" })
    .send(await readBytes(file, context));
}

/** Sends a file as a download. Each is audited. */
export async function sendFile(
  kind: ConversationKind,
  call: DeskRequest,
  context: AppContext,
): Promise<FastifyReply> {
  const { request, reply, session } = call;
  const { database, now } = context;
  const { file, name, of_case, of_application } = await findFile(kind, call, context);
  const bytes = await readBytes(file, context);
  const target = of_case ?? of_application ?? "";
  const act = { kind: "export", what: "Downloaded an attachment", target } as const;
  await database.write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
  return reply.type("application/octet-stream").headers(downloadHeaders(name)).send(bytes);
}
