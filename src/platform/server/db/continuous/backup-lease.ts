import { randomUUID } from "node:crypto";
import { z } from "zod";
import { seconds } from "../../../contract/durations.ts";
import type { FileStorage } from "../../files/file-storage.ts";
import { parseJson } from "./change-set.ts";

const folder = "lease";
/** Interval of renewals, in milliseconds. */
const renewMs = seconds(15);
/** Time without a renewal after which a lease has expired, in milliseconds. */
const expireMs = seconds(60);

const leaseForm = z.object({
  /** Random, for each process. */
  id: z.string(),
  /** The server, by a name that a restart does not change. */
  owner: z.string(),
  /** ISO 8601, by the owner's clock: for people only. */
  renewedAt: z.string(),
  isReleased: z.boolean(),
});

type Lease = z.infer<typeof leaseForm>;

interface StoredLease {
  readonly file: string;
  readonly text: string;
  /** Undefined if it is damaged. */
  readonly lease: Lease | undefined;
  /** When this process first read this text, by its own clock. */
  readonly since: number;
}

export class BackupInUseError extends Error {}

/**
 * Lets one server alone write to the storage of a backup. To acquire the lease, a server creates a
 * file with the next number, and to renew it, it writes that file again; the last number is valid.
 * Clocks of different machines are not compared: a server watches whether the other one renews.
 */
export class BackupLease {
  readonly #storage: FileStorage;
  readonly #owner: string;
  readonly #now: () => number;
  readonly #id = randomUUID();
  #held: { readonly file: string; readonly renewedAt: number } | undefined;
  #last: StoredLease | undefined;
  #rejection: { readonly file: string | undefined; readonly error: Error } | undefined;

  /**
   * @param owner the server, by a name that a restart does not change
   * @param now a monotonic clock, in milliseconds
   */
  constructor(storage: FileStorage, owner: string, now = () => performance.now()) {
    this.#storage = storage;
    this.#owner = owner;
    this.#now = now;
  }

  /**
   * Acquires the lease, or renews it when that is due. After an error nothing may be written.
   * @throws BackupInUseError if another server has it; Error if the storage fails
   */
  async hold(): Promise<void> {
    const renewedAt = this.#now();
    if (this.#held && renewedAt - this.#held.renewedAt < renewMs) return;
    let last = await this.#readLast();
    if (last?.lease?.id === this.#id) await this.#storage.write(last.file, this.#encode());
    else {
      const isLost = this.#held !== undefined;
      this.#held = undefined;
      // A lost lease is not acquired again at once: what was begun with it must end first.
      if (isLost || !this.#isFree(last)) throw this.#reject(last);
      last = await this.#create(last);
    }
    this.#held = { file: last.file, renewedAt };
  }

  /** Lets a server that starts later acquire the lease at once. @throws Error if the storage fails */
  async release(): Promise<void> {
    if (this.#held) await this.#storage.write(this.#held.file, this.#encode(true));
    this.#held = undefined;
  }

  async #create(last: StoredLease | undefined): Promise<StoredLease> {
    const number = Number(last?.file.slice(-10) ?? 0) + 1;
    await this.#storage.writeNew(`${folder}/${String(number).padStart(10, "0")}`, this.#encode());
    // Read back: another server may have been faster, and some stores ignore that a file exists.
    const created = await this.#readLast();
    if (created?.lease?.id !== this.#id) throw this.#reject(created);
    // The previous file remains, so that a concurrent listing is never empty.
    for (const old of (await this.#list()).slice(0, -2)) await this.#storage.remove(old);
    return created;
  }

  #isFree(last: StoredLease | undefined): boolean {
    if (!last || this.#now() - last.since >= expireMs) return true;
    // Who was rejected waits for expiry: so the other server keeps its lease when it restarts, and
    // two servers with the same name do not take turns.
    return !this.#rejection && (last.lease?.isReleased || last.lease?.owner === this.#owner);
  }

  async #readLast(): Promise<StoredLease | undefined> {
    const before = this.#last;
    // If reading fails, watching begins again: the other server could not renew it, either.
    this.#last = undefined;
    const file = (await this.#list()).at(-1);
    if (file === undefined) return undefined;
    const text = String(await this.#storage.readWhole(file));
    const isSame = before?.file === file && before.text === text;
    this.#last = isSame ? before : { file, text, lease: parse(text), since: this.#now() };
    return this.#last;
  }

  async #list(): Promise<string[]> {
    const files: string[] = [];
    for await (const { file } of this.#storage.list(folder)) {
      if (/\/\d{10}$/.test(file)) files.push(file);
    }
    return files.sort();
  }

  #encode(isReleased = false): Buffer {
    const renewedAt = new Date().toISOString();
    const lease: Lease = { id: this.#id, owner: this.#owner, renewedAt, isReleased };
    return Buffer.from(JSON.stringify(lease));
  }

  /** The same error for each attempt, so that it is logged once. */
  #reject(last: StoredLease | undefined): Error {
    if (this.#rejection && this.#rejection.file === last?.file) return this.#rejection.error;
    const { owner = "unknown", renewedAt = "unknown" } = last?.lease ?? {};
    const about = `${owner}, last renewed at ${renewedAt}`;
    const error = new BackupInUseError(`BACKUP_URL is in use by another server: ${about}`);
    this.#rejection = { file: last?.file, error };
    return error;
  }
}

function parse(text: string): Lease | undefined {
  try {
    return parseJson(text, leaseForm);
  } catch {
    return undefined;
  }
}
