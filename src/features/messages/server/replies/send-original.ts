import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import type { DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { writeAudit } from "../../../staff/server/write-audit.ts";
import type { EmailAttachment } from "../../contract/inbound-emails.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import { ownerColumns } from "../conversation-page/owner.ts";

/**
 * Sends an email as it was received, as a download: it comes from a stranger, so no browser may
 * display it. Each download is audited.
 * @throws ApiError "not-found" without an original
 */
export async function sendOriginal(
  kind: ConversationKind,
  { request, reply, session }: DeskRequest,
  context: AppContext,
): Promise<FastifyReply> {
  const { database, now } = context;
  const { file, reference } = await findOriginal(kind, request.params.id, context);
  const storage = await fileStoreOf(context).openStorage();
  const stored = await storage.open(file);
  if (!stored) throw new ApiError("not-found");
  void reply.type("message/rfc822").headers({
    "content-disposition": `attachment; filename="email-${reference}.eml"`,
    "x-content-type-options": "nosniff",
  });
  try {
    if (request.method === "HEAD") {
      await stored.close();
      return reply.send();
    }
    const act = { kind: "export", what: "Downloaded an email", target: reference } as const;
    await database.write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
    // The response ends with the stream, whichever way that is.
    return reply.send(pipeline(stored.read(), createGunzip(), () => undefined));
  } catch (error) {
    await stored.close();
    throw error;
  }
}

/** Where an email is kept as it was received. @throws ApiError "not-found" without an original */
export async function findOriginal(
  kind: ConversationKind,
  id: string,
  { database }: Pick<AppContext, "database">,
) {
  const row = await database.db
    .selectFrom("conversation_inbound_emails as emails")
    .leftJoin("submissions", "submissions.id", "emails.case_id")
    .leftJoin("applications", "applications.id", "emails.application_id")
    .select(["emails.case_id", "emails.application_id", "emails.raw_file", "emails.attachments"])
    .select(["submissions.reference as of_case", "applications.reference as of_application"])
    .where("emails.id", "=", id)
    .executeTakeFirst();
  if (!row?.raw_file || row[ownerColumns[kind]] === null) throw new ApiError("not-found");
  return {
    file: row.raw_file,
    reference: row.of_case ?? row.of_application ?? "",
    attachments: JSON.parse(row.attachments) as readonly EmailAttachment[],
  };
}
