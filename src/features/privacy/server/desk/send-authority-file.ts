import type { FastifyReply } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { downloadHeaders } from "../../../messages/server/reply-files/send-file.ts";
import type { DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { writeAudit } from "../../../staff/server/write-audit.ts";

/** Sends an agent's file as a download. Each is audited. @throws ApiError "not-found" */
export async function sendAuthorityFile(
  { request, reply, session }: DeskRequest,
  context: AppContext,
): Promise<FastifyReply> {
  const { database, now } = context;
  const row = await database.db
    .selectFrom("privacy_files as files")
    .innerJoin("privacy_cases as cases", "cases.id", "files.case_id")
    .select(["files.file", "files.name", "cases.reference"])
    .where("files.id", "=", request.params.id ?? "")
    .executeTakeFirst();
  if (!row) throw new ApiError("not-found");
  const storage = await fileStoreOf(context).openStorage();
  const bytes = await storage.readWhole(row.file);
  if (!bytes) throw new ApiError("not-found");
  const act = { kind: "export", what: "Downloaded an attachment", target: row.reference } as const;
  await database.write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
  return reply.type("application/octet-stream").headers(downloadHeaders(row.name)).send(bytes);
}
