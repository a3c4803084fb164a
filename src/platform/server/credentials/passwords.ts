import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Semaphore } from "../semaphore.ts";
import { dummyImportedHash, isImportedHash, matchesImported } from "./firebase-scrypt.ts";

const derive = promisify(argon2);

/** Cost of argon2id: memory in KiB, passes over it, lanes. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's recommendation for argon2id. */
const owaspCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

/** Lengths in bytes. */
const tagLength = 32;
const saltLength = 16;

/**
 * Hashing uses libuv's four threads, which files and DNS need too; two at a time leave some free.
 */
const semaphore = new Semaphore(2);

export interface PasswordCheck {
  readonly isRight: boolean;
  /**
   * The stored hash is of other bytes for the same letters, from before passwords were composed, or
   * was imported: `hash` makes the one that replaces it.
   */
  readonly isOutdated: boolean;
}

/**
 * Hashes passwords with argon2id, in PHC string format, and verifies them. Computers send accented
 * letters composed or as letter and accent: the hash is of the composed form (NFC), nothing else is
 * changed.
 * @param cost only for tests; not configurable
 */
export class Passwords {
  /** A hash that no password matches, so that checking unknown accounts takes the usual time. */
  readonly dummyHash: string;
  readonly #cost: PasswordCost;

  constructor(cost: PasswordCost = owaspCost) {
    this.#cost = cost;
    this.dummyHash = writeHash(cost, randomBytes(saltLength), randomBytes(tagLength));
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltLength);
    const tag = await semaphore.run(() =>
      derive("argon2id", {
        message: password.normalize("NFC"),
        nonce: salt,
        tagLength,
        ...this.#cost,
      }),
    );
    return writeHash(this.#cost, salt, tag);
  }

  /** @param isMixed there are imported hashes: a wrong password takes the time of both kinds */
  async verify(password: string, hash: string, isMixed = false): Promise<PasswordCheck> {
    const composed = password.normalize("NFC");
    const forms = new Set([composed, password, password.normalize("NFD")]);
    const isImported = isImportedHash(hash);
    // One after the other: most passwords have one form.
    for (const form of forms) {
      if (await this.#matches(form, hash)) {
        return { isRight: true, isOutdated: isImported || form !== composed };
      }
      if (isMixed) await this.#matches(form, isImported ? this.dummyHash : dummyImportedHash);
    }
    return { isRight: false, isOutdated: false };
  }

  async #matches(password: string, hash: string): Promise<boolean> {
    if (isImportedHash(hash)) return semaphore.run(() => matchesImported(password, hash));
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
}

function writeHash(cost: PasswordCost, salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
