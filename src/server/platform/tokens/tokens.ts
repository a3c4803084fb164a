import { hash, randomBytes } from "node:crypto";

/** A new token: 256 random bits, base64url. Only its hash is stored. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Stored hash of a token: SHA-256, base64url. Unsalted, since tokens cannot be guessed. */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}
