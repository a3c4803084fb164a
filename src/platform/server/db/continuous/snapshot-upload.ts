import { hash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import type { FileStorage } from "../../files/file-storage.ts";
import { nameOfPart, type Snapshot, stampOf, writeSnapshot } from "./backup-store.ts";
import type { WriteAheadLog } from "./write-ahead-log.ts";

type Beginning = Pick<Snapshot, "id" | "chain" | "sequence" | "previous" | "end" | "pageSize">;

/** A timestamp and a random suffix: IDs sort by time and are unique across servers. */
export function makeId(now: number): string {
  return `${stampOf(now)}-${randomBytes(4).toString("hex")}`;
}

/**
 * Copies the whole database file while SQLite writes to it, however long that takes. The copy may
 * contain some of the concurrent writes. The change sets since its start have all of them as whole
 * pages; a restore applies them to the copy.
 */
export class SnapshotUpload {
  /** Resolves when the file is copied or copying failed. */
  readonly done: Promise<void>;
  readonly #storage: FileStorage;
  readonly #log: WriteAheadLog;
  readonly #about: Beginning;
  readonly #partBytes: number;
  readonly #parts: string[] = [];
  #bytes = 0;
  #isCanceled = false;
  #isOver = false;
  #error: unknown;

  /**
   * Starts copying.
   * @param about its place in the chain; everything up to there must be in the file
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

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Completes the snapshot, once all commits until the end of copying are stored.
   * @param through the newest stored change set
   * @throws Error if the storage fails, or copying failed
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
    this.#isCanceled = true;
  }

  async #copy(): Promise<void> {
    const size = this.#log.readDatabaseSize();
    while (this.#bytes < size) {
      if (this.#isCanceled) throw new Error("the snapshot was canceled");
      const bytes = this.#log.readDatabase(
        this.#bytes,
        Math.min(this.#partBytes, size - this.#bytes),
      );
      // The file has shrunk.
      if (bytes.length === 0) return;
      const packed = await promisify(zstdCompress)(bytes);
      await this.#storage.write(nameOfPart(this.#about.id, this.#parts.length), packed);
      this.#parts.push(hash("sha256", bytes));
      this.#bytes += bytes.length;
    }
  }
}
