import { createCipheriv, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Bytes of the key of AES-256, and of its counter. */
const keyLength = 32;
const counterLength = 16;
/** What a hash may cost; Firebase uses a quarter of it. Twice as much also fits scrypt's own buffers. */
const maxMemory = 64 * 1024 * 1024;

/** Cost of scrypt: memory is 128 × 2^memoryCost × rounds bytes. */
export interface ScryptCost {
  readonly memoryCost: number;
  readonly rounds: number;
}

const start = "$firebase-scrypt$";

export function isImportedHash(hash: string): boolean {
  return hash.startsWith(start);
}

export function isAffordable({ memoryCost, rounds }: ScryptCost): boolean {
  return rounds > 0 && memoryCost > 0 && 128 * 2 ** memoryCost * rounds <= maxMemory;
}

/**
 * A hash of Firebase's modified scrypt, in the form of a PHC string. Firebase encrypts the signer key
 * of the project with the key that scrypt derives (AES-256-CTR); without the signer key that is the
 * bare key stream, which checks the password as well. So that secret is stored nowhere.
 * @returns undefined if the hash is not of this signer key's length
 */
export function toImportedHash(
  { memoryCost, rounds }: ScryptCost,
  { salt, hash, signerKey }: Readonly<Record<"salt" | "hash" | "signerKey", Buffer>>,
): string | undefined {
  if (hash.length !== signerKey.length || hash.length === 0) return undefined;
  const stream = hash.map((byte, index) => byte ^ (signerKey[index] ?? 0));
  return `${start}ln=${memoryCost},r=${rounds}$${salt.toString("base64")}$${Buffer.from(stream).toString("base64")}`;
}

/** A hash that no password matches. */
export const dummyImportedHash = `${start}ln=14,r=8$${randomBytes(8).toString("base64")}$${randomBytes(64).toString("base64")}`;

/** @throws Error if the hash cannot be read */
export async function matchesImported(password: string, hash: string): Promise<boolean> {
  const parts = /^\$firebase-scrypt\$ln=(\d+),r=(\d+)\$([^$]*)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error("A stored password hash cannot be read.");
  const [, memoryCost, rounds, salt = "", stream = ""] = parts;
  const cost = { N: 2 ** Number(memoryCost), r: Number(rounds), p: 1, maxmem: 2 * maxMemory };
  const key = await derive(password, Buffer.from(salt, "base64"), keyLength, cost);
  const expected = Buffer.from(stream, "base64");
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(counterLength));
  return timingSafeEqual(cipher.update(Buffer.alloc(expected.length)), expected);
}
