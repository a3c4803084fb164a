import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { shrinkPicture } from "../../../customers/server/profile/process.ts";
import type { DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { writeAudit } from "../../../staff/server/write-audit.ts";
import { type EmailAttachment, maxAttachmentBytes } from "../../contract/inbound-emails.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import { extractAttachment } from "../inbound/reading/read-email.ts";
import { downloadHeaders } from "../reply-files/send-file.ts";
import { findOriginal } from "./send-original.ts";

interface Attachment extends EmailAttachment {
  readonly bytes: Buffer;
  /** Of the conversation. */
  readonly reference: string;
}

/**
 * Reads an attachment from the email that is kept: nothing else is stored of it.
 * @throws ApiError "not-found"; "too-large" over `maxAttachmentBytes`
 */
async function readAttachment(
  kind: ConversationKind,
  id: string,
  index: number,
  context: AppContext,
): Promise<Attachment> {
  const { file, reference, attachments } = await findOriginal(kind, id, context);
  const listed = attachments[index];
  if (!listed) throw new ApiError("not-found");
  if (listed.size > maxAttachmentBytes) throw new ApiError("too-large");
  const storage = await fileStoreOf(context).openStorage();
  const stored = await storage.open(file);
  if (!stored) throw new ApiError("not-found");
  const raw = await buffer(stored.read().pipe(createGunzip())).finally(() => stored.close());
  const content = await extractAttachment(raw, index);
  if (!content) throw new ApiError("not-found");
  return { ...listed, bytes: Buffer.from(content), reference };
}

/**
 * Sends an attached picture re-encoded: what strangers send reaches no decoder of a browser.
 * @throws ApiError "not-found", "picture-unreadable" and others for what cannot be shown
 */
export async function sendPicture(
  kind: ConversationKind,
  { request, reply, query }: DeskRequest & { readonly query: { readonly index: number } },
  context: AppContext,
): Promise<FastifyReply> {
  const { bytes } = await readAttachment(kind, request.params.id, query.index, context);
  const picture = await shrinkPicture(bytes);
  return reply.type("image/webp").header("x-content-type-options", "nosniff").send(picture);
}

/** Sends an attachment as it was sent, as a download that no browser opens. Each is audited. */
export async function sendAttachment(
  kind: ConversationKind,
  { request, reply, session, query }: DeskRequest & { readonly query: { readonly index: number } },
  context: AppContext,
): Promise<FastifyReply> {
  const { database, now } = context;
  const found = await readAttachment(kind, request.params.id, query.index, context);
  const act = {
    kind: "export",
    what: "Downloaded an attachment",
    target: found.reference,
  } as const;
  await database.write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
  return reply
    .type("application/octet-stream")
    .headers(downloadHeaders(found.name))
    .send(found.bytes);
}
