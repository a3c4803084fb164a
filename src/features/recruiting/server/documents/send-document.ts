import type { FastifyReply } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { downloadHeaders } from "../../../messages/server/reply-files/send-file.ts";
import type { DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { findDocument } from "./decide-document.ts";

/**
 * Sends a document as a download: it comes from a stranger, so no browser may display it. Each
 * download is audited.
 * @throws ApiError "not-found"
 */
export async function sendDocument(
  { request, reply, session }: DeskRequest,
  context: AppContext,
): Promise<FastifyReply> {
  const { database, now } = context;
  const found = await findDocument(database.db, request.params.id ?? "");
  const storage = await fileStoreOf(context).openStorage();
  const bytes = await storage.readWhole(found.file);
  if (!bytes) throw new ApiError("not-found");
  const { application_id: id, reference } = found;
  const subject = { kind: "application", id, reference } as const;
  const event = { kind: "application.document-downloaded", audit: "export" } as const;
  const actor = actorOf(session, request);
  await database.write((trx) => recordEvent(trx, { ...event, actor, subject }, now()));
  return reply.type("application/octet-stream").headers(downloadHeaders(found.name)).send(bytes);
}
