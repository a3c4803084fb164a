import { argon2Sync, randomBytes } from "node:crypto";
import { type PasswordCost, Passwords } from "../../src/platform/server/credentials/passwords.ts";

const lowestCost: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };

/** Minimum argon2id parameters, for speed: test accounts need no protection. */
export const testPasswords: Passwords = new Passwords(lowestCost);

/** A hash as versions before composed passwords made it: of the bytes that the keyboard sent. */
export function hashAsTyped(password: string, cost = lowestCost): string {
  const salt = randomBytes(16);
  const tag = argon2Sync("argon2id", { message: password, nonce: salt, tagLength: 32, ...cost });
  const [encodedSalt, encodedTag] = [salt, tag].map((bytes) =>
    bytes.toString("base64").replaceAll("=", ""),
  );
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodedSalt}$${encodedTag}`;
}
