import { hash, randomBytes } from "node:crypto";

/** Characters of a token: 32 bytes as base64url. */
const tokenLength = 43;

/**
 * A new token: 256 random bits, base64url. Only its hash is stored. Its last character stands for
 * four bits, so that it is never "-" or "_", which mail programs leave out of a link.
 */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Stored hash of a token: SHA-256, base64url. Unsalted, since tokens cannot be guessed. */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

/** Whether a text has the form of a token; what mail programs cut does not. */
export function isWholeToken(text: string): boolean {
  return text.length === tokenLength && /^[\w-]+$/.test(text);
}
