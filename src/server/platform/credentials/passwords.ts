import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Semaphore } from "../semaphore.ts";

const derive = promisify(argon2);

/** OWASP's recommendation for argon2id: memory in KiB, passes, lanes; lengths in bytes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const saltLength = 16;

/**
 * Hashing uses libuv's four threads, which files and DNS need too; two at a time keep some free.
 */
const semaphore = new Semaphore(2);

/** Hashes a password with argon2id, in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const tag = await semaphore.run(() =>
    derive("argon2id", { message: password, nonce: salt, tagLength, ...cost }),
  );
  return writeHash(salt, tag);
}

function writeHash(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Whether a password matches a hash made by `hashPassword`, with any parameters. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error("A stored password hash cannot be read.");
  const [, memory, passes, parallelism, salt = "", tag = ""] = parts;
  const expected = Buffer.from(tag, "base64");
  const actual = await semaphore.run(() =>
    derive("argon2id", {
      message: password,
      nonce: Buffer.from(salt, "base64"),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  );
  return timingSafeEqual(actual, expected);
}

/** A hash that no password matches, so that checking unknown accounts takes the usual time. */
export const dummyHash: string = writeHash(randomBytes(saltLength), randomBytes(tagLength));

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
