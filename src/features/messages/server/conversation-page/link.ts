import { createHmac, timingSafeEqual } from "node:crypto";
import { conversationPath } from "../../contract/conversations.ts";

export interface LinkContext {
  /** 256-bit key shared by every node. */
  readonly secret: Buffer;
  /** Origin of the site without a trailing slash. */
  origin(): string;
}

const idLength = 16;
/** Characters of a token: 16 and 32 bytes as base64url. */
const signedLength = 64;
/** Follows a token that would end in "-" or "_". */
const ending = "0";

/**
 * The token of a submission's conversation: its id and 256 bits that only this server can compute.
 * Nothing is stored for it, so that storing a form needs no other writes (docs/decisions). It never
 * ends in "-" or "_", which mail programs read as the end of a sentence and leave out of the link.
 */
export function conversationToken(secret: Buffer, submissionId: string): string {
  const token = signedToken(secret, submissionId);
  return /[-_]$/.test(token) ? token + ending : token;
}

/** The token of earlier emails, which may end in "-" or "_". */
function signedToken(secret: Buffer, submissionId: string): string {
  const id = Buffer.from(submissionId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, signatureOf(secret, id)]).toString("base64url");
}

export function conversationLink({ secret, origin }: LinkContext, submissionId: string): string {
  return `${origin()}${conversationPath(conversationToken(secret, submissionId))}`;
}

interface ReadToken {
  readonly submissionId: string;
  /** The token of the link that we send today; a conversation has only one URL. */
  readonly token: string;
}

/**
 * Reads a token; undefined if this server did not create it. Tokens of earlier emails are valid
 * too, also without the "-" or "_" at their end.
 */
export function readConversationToken(secret: Buffer, token: string): ReadToken | undefined {
  if (token.length < signedLength - 1 || token.length > signedLength + 1) return undefined;
  const candidates = token.length < signedLength ? [`${token}-`, `${token}_`] : [token];
  for (const candidate of candidates) {
    const submissionId = readSigned(secret, candidate.slice(0, signedLength));
    if (submissionId === undefined) continue;
    const today = conversationToken(secret, submissionId);
    const isKnown = today === candidate || today === candidate + ending;
    return isKnown ? { submissionId, token: today } : undefined;
  }
  return undefined;
}

/** The submission of a signed token; undefined if the signature is wrong. */
function readSigned(secret: Buffer, token: string): string | undefined {
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

/** Whether a token has the length of a whole one; what mail programs cut does not. */
export function isWholeToken(token: string): boolean {
  return /^[\w-]+$/.test(token) && token.length >= signedLength && token.length <= signedLength + 1;
}

function signatureOf(secret: Buffer, id: Buffer): Buffer {
  return createHmac("sha256", secret).update("conversation:").update(id).digest();
}
