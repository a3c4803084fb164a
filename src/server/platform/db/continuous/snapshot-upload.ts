import { hash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import type { FileStorage } from "../../files/storage/file-storage.ts";
import { nameOfPart, type Snapshot, stampOf, writeSnapshot } from "./backup-store.ts";
import type { WriteAheadLog } from "./write-ahead-log.ts";

const partBytes = 16 * 1024 * 1024;

/** A time and a part by chance: names sort by it, and two servers never make the same. */
export function makeId(now: number): string {
  return `${stampOf(now)}-${randomBytes(4).toString("hex")}`;
}

/** Copies the whole database file, which a pin keeps as it is. */
export class SnapshotUpload {
  readonly #storage: FileStorage;
  readonly #log: WriteAheadLog;
  readonly #reader: DatabaseSync;
  #isCancelled = false;

  /** @param reader a connection that is pinned on the database file alone; it is closed at the end */
  constructor(storage: FileStorage, log: WriteAheadLog, reader: DatabaseSync) {
    this.#storage = storage;
    this.#log = log;
    this.#reader = reader;
  }

  /** @throws Error if the storage fails, or after `cancel`; then there is no snapshot */
  async run(about: Omit<Snapshot, "version" | "bytes" | "parts">): Promise<void> {
    try {
      const before = this.#log.statDatabase();
      const { page_count: pages } = this.#reader.prepare("pragma page_count").get() ?? {};
      if (Number(pages) * about.pageSize !== before.size) throw new Error("the file is not whole");
      const parts: string[] = [];
      for (let start = 0; start < before.size; start += partBytes) {
        if (this.#isCancelled) throw new Error("the snapshot was cancelled");
        const bytes = this.#log.readDatabase(start, Math.min(partBytes, before.size - start));
        const packed = await promisify(zstdCompress)(bytes);
        await this.#storage.write(nameOfPart(about.id, parts.length), packed);
        parts.push(hash("sha256", bytes));
      }
      const after = this.#log.statDatabase();
      if (after.mtimeMs !== before.mtimeMs) throw new Error("the file was written meanwhile");
      await writeSnapshot(this.#storage, { version: 1, ...about, bytes: before.size, parts });
    } finally {
      this.#reader.close();
    }
  }

  cancel(): void {
    this.#isCancelled = true;
  }
}
