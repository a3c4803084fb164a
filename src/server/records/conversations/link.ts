import { createHmac, timingSafeEqual } from "node:crypto";
import { conversationPath } from "../../../contract/conversations.ts";

/** What making personal links takes. */
export interface LinkContext {
  /** 256-bit key shared by every node. */
  readonly secret: Buffer;
  /** Origin of the site without a trailing slash. */
  origin(): string;
}

const idLength = 16;

/**
 * The token of a submission's conversation: its id and 256 bits that only this server can compute.
 * Nothing is stored for it, so that storing a form costs nothing more (docs/decisions).
 */
function conversationToken(secret: Buffer, submissionId: string): string {
  const id = Buffer.from(submissionId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, signatureOf(secret, id)]).toString("base64url");
}

/** The personal link of a conversation. */
export function conversationLink({ secret, origin }: LinkContext, submissionId: string): string {
  return `${origin()}${conversationPath(conversationToken(secret, submissionId))}`;
}

/** The submission that a token was made for; undefined if nobody here made it. */
export function readConversationToken(secret: Buffer, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, idLength);
  const expected = signatureOf(secret, id);
  const given = bytes.subarray(idLength);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  // Decoding skips foreign characters: one conversation has one address.
  if (!isOurs || bytes.toString("base64url") !== token) return undefined;
  const hex = id.toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function signatureOf(secret: Buffer, id: Buffer): Buffer {
  return createHmac("sha256", secret).update("conversation:").update(id).digest();
}
