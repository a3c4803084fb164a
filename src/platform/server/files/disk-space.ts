import { statfs } from "node:fs/promises";
import { seconds } from "../../contract/durations.ts";
import { ApiError } from "../api-error.ts";

/** How long a reading of the free space is cached, in milliseconds. */
const cacheMs = seconds(5);

/** Keeps uploads from filling the disk: the database on it needs space for every form. */
export class DiskSpace {
  /** Uploads rejected since the start, by reason. */
  readonly rejected = { lowDisk: 0, addressQuota: 0, unsentQuota: 0 };
  readonly #dataDir: string;
  readonly #minFreeBytes: number;
  #free: Promise<number | undefined> | undefined;
  #lookedAt = 0;

  /** @param minFreeBytes bytes that uploads must leave free */
  constructor(dataDir: string, minFreeBytes: number) {
    this.#dataDir = dataDir;
    this.#minFreeBytes = minFreeBytes;
  }

  /** Free bytes, cached for some seconds; undefined if the system does not report them. */
  readFree(): Promise<number | undefined> {
    const now = performance.now();
    if (!this.#free || now - this.#lookedAt > cacheMs) {
      this.#lookedAt = now;
      this.#free = statfs(this.#dataDir).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined,
      );
    }
    return this.#free;
  }

  /** @throws ApiError "storage-full" if too little is free */
  async requireSpace(): Promise<void> {
    const free = await this.readFree();
    if (free === undefined || free >= this.#minFreeBytes) return;
    this.rejected.lowDisk += 1;
    throw new ApiError("storage-full");
  }
}
