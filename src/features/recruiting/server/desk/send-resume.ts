import path from "node:path";
import type { FastifyReply } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import type { DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { findSent } from "./read-application.ts";

/**
 * Sends a résumé as a download: it comes from a stranger, so no browser may display it, and its
 * media type is not sent. Each download is audited.
 * @throws ApiError "not-found" without a file
 */
export async function sendResume(
  { request, reply, session }: DeskRequest,
  context: AppContext,
): Promise<FastifyReply> {
  const { database, now } = context;
  const reference = request.params.id;
  const { id, resume } = await findSent(database.db, reference);
  if (!resume) throw new ApiError("not-found");
  const storage = await fileStoreOf(context).openStorage();
  const stored = await storage.open(resume.file);
  if (!stored) throw new ApiError("not-found");
  const name = `resume-${reference}${path.extname(resume.file)}`;
  void reply.type("application/octet-stream").headers({
    "content-disposition": `attachment; filename="${name}"; filename*=UTF-8''${encodeName(nameOf(resume))}`,
    "content-length": String(stored.size),
    "x-content-type-options": "nosniff",
  });
  try {
    if (request.method === "HEAD") {
      await stored.close();
      return reply.send();
    }
    const actor = actorOf(session, request);
    const subject = { kind: "application", id, reference } as const;
    const event = { kind: "application.resume-downloaded", audit: "export" } as const;
    await database.write((trx) => recordEvent(trx, { ...event, actor, subject }, now()));
    return reply.send(stored.read());
  } catch (error) {
    await stored.close();
    throw error;
  }
}

/** The file's own name, with the ending of its content: programs open a file by its ending. */
function nameOf({ file, name }: { readonly file: string; readonly name: string }): string {
  const ending = path.extname(file);
  const own = path.extname(name).toLowerCase().replace(".jpeg", ".jpg");
  return own === ending ? name : `${name}${ending}`;
}

/** A file name for a header (RFC 8187): percent-encoded UTF-8. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
