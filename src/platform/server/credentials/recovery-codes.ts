import { createHmac, randomInt } from "node:crypto";
import { referenceAlphabet } from "../../contract/form-engine/reference.ts";
import { readCode } from "./one-time-codes.ts";

const recoveryCodeLength = 10;
const recoveryCodeCount = 10;

/** Stored hash of a recovery code. Keyed, since codes are short enough for brute force. */
export function hashRecoveryCode(secret: Buffer, owner: string, code: string): string {
  return createHmac("sha256", secret)
    .update(`recovery:${owner}:${readCode(code)}`)
    .digest("base64url");
}

/** A new recovery code in two groups, of characters that are hard to confuse: "7KDPM-X2R9H". */
export function makeRecoveryCode(): string {
  const letters = Array.from(
    { length: recoveryCodeLength },
    () => referenceAlphabet[randomInt(referenceAlphabet.length)],
  ).join("");
  return `${letters.slice(0, recoveryCodeLength / 2)}-${letters.slice(recoveryCodeLength / 2)}`;
}

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
}
