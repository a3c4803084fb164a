import { createHmac, timingSafeEqual } from "node:crypto";
import { conversationPath } from "../../../contract/conversations.ts";

/** Dependencies of creating personal links. */
export interface LinkContext {
  /** 256-bit key shared by every node. */
  readonly secret: Buffer;
  /** Origin of the site without a trailing slash. */
  origin(): string;
}

const idLength = 16;

/**
 * The token of a submission's conversation: its id and 256 bits that only this server can compute.
 * Nothing is stored for it, so that storing a form needs no other writes (docs/decisions).
 */
function conversationToken(secret: Buffer, submissionId: string): string {
  const id = Buffer.from(submissionId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, signatureOf(secret, id)]).toString("base64url");
}

/** The personal link of a conversation. */
export function conversationLink({ secret, origin }: LinkContext, submissionId: string): string {
  return `${origin()}${conversationPath(conversationToken(secret, submissionId))}`;
}

/** The submission of a token; undefined if this server did not create the token. */
export function readConversationToken(secret: Buffer, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, idLength);
  const expected = signatureOf(secret, id);
  const given = bytes.subarray(idLength);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  // Decoding ignores invalid characters, but one conversation must have only one URL.
  if (!isOurs || bytes.toString("base64url") !== token) return undefined;
  const hex = id.toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function signatureOf(secret: Buffer, id: Buffer): Buffer {
  return createHmac("sha256", secret).update("conversation:").update(id).digest();
}
