import { hash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import type { FileStorage } from "../../files/storage/file-storage.ts";
import { nameOfPart, type Snapshot, stampOf, writeSnapshot } from "./backup-store.ts";
import type { WriteAheadLog } from "./write-ahead-log.ts";

type Beginning = Pick<Snapshot, "id" | "chain" | "sequence" | "previous" | "end" | "pageSize">;

/** A time and a part by chance: names sort by it, and two servers never make the same. */
export function makeId(now: number): string {
  return `${stampOf(now)}-${randomBytes(4).toString("hex")}`;
}

/**
 * Copies the whole database file while SQLite writes to it, however long that takes. What is written
 * meanwhile may be in the copy in part: all of it is in the change sets since the beginning, as whole
 * pages, and they go over the copy.
 */
export class SnapshotUpload {
  /** Resolves when the file is copied, or it has failed. */
  readonly done: Promise<void>;
  readonly #storage: FileStorage;
  readonly #log: WriteAheadLog;
  readonly #about: Beginning;
  readonly #partBytes: number;
  readonly #parts: string[] = [];
  #bytes = 0;
  #isCancelled = false;
  #isOver = false;
  #error: unknown;

  /**
   * Begins it.
   * @param about its place in the chain: everything up to there must be in the file
   * @param partBytes bytes of the file in each part
   */
  constructor(storage: FileStorage, log: WriteAheadLog, about: Beginning, partBytes: number) {
    this.#partBytes = partBytes;
    this.#storage = storage;
    this.#log = log;
    this.#about = about;
    this.done = this.#copy()
      .catch((error: unknown) => {
        this.#error = error;
      })
      .finally(() => {
        this.#isOver = true;
      });
  }

  /** Whether the file is copied, or it has failed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Completes the snapshot, once everything is stored that was committed until the file was copied.
   * @param through the newest change set that is stored
   * @throws Error if the storage fails, or has failed
   */
  async complete(through: number, takenAt: number): Promise<void> {
    if (this.#error !== undefined) throw this.#error;
    await writeSnapshot(this.#storage, {
      version: 1,
      ...this.#about,
      through,
      takenAt: new Date(takenAt).toISOString(),
      bytes: this.#bytes,
      parts: this.#parts,
    });
  }

  cancel(): void {
    this.#isCancelled = true;
  }

  async #copy(): Promise<void> {
    const size = this.#log.readDatabaseSize();
    while (this.#bytes < size) {
      if (this.#isCancelled) throw new Error("the snapshot was cancelled");
      const bytes = this.#log.readDatabase(
        this.#bytes,
        Math.min(this.#partBytes, size - this.#bytes),
      );
      // The file has become smaller.
      if (bytes.length === 0) return;
      const packed = await promisify(zstdCompress)(bytes);
      await this.#storage.write(nameOfPart(this.#about.id, this.#parts.length), packed);
      this.#parts.push(hash("sha256", bytes));
      this.#bytes += bytes.length;
    }
  }
}
