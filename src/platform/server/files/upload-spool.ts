import { randomUUIDv7 } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { ErrorCode } from "../../contract/errors/errors.ts";
import { ApiError } from "../api-error.ts";
import { Semaphore } from "../semaphore.ts";
import { StorageError } from "./atomic-write.ts";
import type { DiskSpace } from "./disk-space.ts";
import { discardUpload, readUpload, type UploadPace, uploadPace } from "./read-upload.ts";

/** Uploads up to this size stay in memory, in bytes; posts without a file do. */
const smallBytes = 192 * 1024;
const retryAfterSeconds = 10;

export interface SpoolLimits {
  /** Large uploads loaded into memory for processing. */
  readonly inMemory: number;
  /** Bytes received of all uploads together. */
  readonly totalBytes: number;
  /** Bytes received of one sender's uploads. */
  readonly senderBytes: number;
}

/**
 * The senders whose quota an upload counts towards: keyed hashes of account and address; unknown
 * ones are skipped.
 */
export type UploadSenders = readonly (string | undefined)[];

export interface UploadRequest {
  /** The Content-Length header, if there is one. */
  readonly length: string | undefined;
  readonly senders: UploadSenders;
  readonly maxBytes: number;
  readonly tooLarge: ErrorCode;
}

/**
 * Receives uploads. Anybody may send one, as slowly as the pace allows, so it is spooled to disk
 * until it is complete, and only then takes one of the few slots in memory. Each sender has a
 * quota, so that none blocks the others.
 */
export class UploadSpool {
  readonly #folder: string;
  readonly #limits: SpoolLimits;
  readonly #pace: UploadPace;
  readonly #disk: Pick<DiskSpace, "requireSpace">;
  readonly #semaphore: Semaphore;
  #bytes = 0;
  readonly #bytesBySender = new Map<string, number>();

  constructor(
    dataDir: string,
    limits: SpoolLimits,
    disk: Pick<DiskSpace, "requireSpace">,
    pace: UploadPace = uploadPace,
  ) {
    this.#disk = disk;
    // Backups skip the folder of this name.
    this.#folder = path.join(dataDir, "arriving");
    this.#limits = limits;
    this.#pace = pace;
    this.#semaphore = new Semaphore(limits.inMemory);
  }

  /** Bytes received of all current uploads. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Reads a complete body.
   * @throws ApiError `tooLarge` of the request; "too-many" if a quota is exceeded; "storage-full";
   * "too-slow"; "malformed" if the client disconnected
   */
  async receive(body: Readable, request: UploadRequest): Promise<SpooledUpload> {
    const { length, senders, maxBytes, tooLarge } = request;
    if (Number(length) > maxBytes) {
      discardUpload(body);
      throw new ApiError(tooLarge);
    }
    const upload = this.open(senders);
    try {
      await this.read(body, { length, senders, maxBytes }, (chunk) => {
        if (upload.bytes + chunk.length > maxBytes) throw new ApiError(tooLarge);
        return upload.write(chunk);
      });
      return upload;
    } catch (error) {
      await upload.discard();
      throw error;
    }
  }

  /**
   * Reads a body in chunks. If its Content-Length exceeds the remaining quota, nothing is read.
   * @throws ApiError "too-many", "too-slow", "malformed"; the errors of `take`
   */
  async read(
    body: Readable,
    { length, senders, maxBytes }: Omit<UploadRequest, "tooLarge">,
    take: (chunk: Buffer) => Promise<void> | void,
  ): Promise<void> {
    try {
      this.#checkShares(senders, Math.min(Number(length ?? 0) || 0, maxBytes));
    } catch (error) {
      discardUpload(body);
      throw error;
    }
    await readUpload(body, take, this.#pace);
  }

  /** Opens an upload for writing in chunks. The caller discards it. */
  open(senders: UploadSenders): SpooledUpload {
    return new SpooledUpload(
      new UnlinkedFile(this.#folder, this.#disk),
      this.#semaphore,
      (bytes) => {
        if (bytes > 0) this.#checkShares(senders, bytes);
        this.#bytes += bytes;
        for (const sender of senders) {
          if (sender === undefined) continue;
          const bytesOfSender = (this.#bytesBySender.get(sender) ?? 0) + bytes;
          if (bytesOfSender > 0) this.#bytesBySender.set(sender, bytesOfSender);
          else this.#bytesBySender.delete(sender);
        }
      },
    );
  }

  #checkShares(senders: UploadSenders, bytes: number): void {
    const { totalBytes, senderBytes } = this.#limits;
    const isOver = (sender: string | undefined) =>
      sender !== undefined && (this.#bytesBySender.get(sender) ?? 0) + bytes > senderBytes;
    if (this.#bytes + bytes > totalBytes || senders.some(isOver)) {
      throw new ApiError("too-many", { retryAfter: retryAfterSeconds });
    }
  }
}

/** One upload: in memory while it is small, then on disk. */
export class SpooledUpload {
  bytes = 0;
  readonly #file: UnlinkedFile;
  readonly #semaphore: Semaphore;
  /** Counts bytes towards the quotas; a negative number releases them. */
  readonly #reserve: (bytes: number) => void;
  readonly #small: Buffer[] = [];
  #endTurn: (() => void) | undefined;

  constructor(file: UnlinkedFile, semaphore: Semaphore, reserve: (bytes: number) => void) {
    this.#file = file;
    this.#semaphore = semaphore;
    this.#reserve = reserve;
  }

  /** @throws ApiError "too-many" if a quota is exceeded, "storage-full" */
  write(chunk: Buffer): Promise<void> | undefined {
    this.#reserve(chunk.length);
    this.bytes += chunk.length;
    this.#small.push(chunk);
    if (this.bytes <= smallBytes) return undefined;
    return this.#file.write(Buffer.concat(this.#small.splice(0)));
  }

  /** The received bytes. Loading from disk waits for a slot in memory, which `discard` releases. */
  async load(): Promise<Buffer> {
    if (this.bytes <= smallBytes) return Buffer.concat(this.#small);
    this.#endTurn ??= await this.#semaphore.acquire();
    return this.#file.read();
  }

  /** Releases disk space, quota and the slot in memory; a second call does nothing. */
  async discard(): Promise<void> {
    this.#endTurn?.();
    this.#reserve(-this.bytes);
    this.bytes = 0;
    this.#small.length = 0;
    await this.#file.close();
  }
}

/** An unlinked file: the system deletes it when the process closes it or is killed. */
class UnlinkedFile {
  #bytes = 0;
  readonly #folder: string;
  readonly #disk: Pick<DiskSpace, "requireSpace">;
  #file: FileHandle | undefined;
  #writing: Promise<void> | undefined;

  constructor(folder: string, disk: Pick<DiskSpace, "requireSpace">) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** @throws ApiError "storage-full" */
  write(bytes: Buffer): Promise<void> {
    this.#writing = this.#write(bytes);
    return this.#writing;
  }

  async #write(bytes: Buffer): Promise<void> {
    const place = this.#bytes;
    this.#bytes += bytes.length;
    try {
      this.#file ??= await this.#open();
      for (let done = 0; done < bytes.length; ) {
        const rest = bytes.length - done;
        done += (await this.#file.write(bytes, done, rest, place + done)).bytesWritten;
      }
    } catch (error) {
      throw new StorageError(error);
    }
  }

  async read(): Promise<Buffer> {
    // From the start: positional writes have not moved the file's position.
    return (await this.#file?.readFile()) ?? Buffer.alloc(0);
  }

  /** Waits for the current write: an unclosed handle would end the process. */
  async close(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #open(): Promise<FileHandle> {
    await this.#disk.requireSpace();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = path.join(this.#folder, randomUUIDv7());
    const file = await open(name, "wx+", 0o600);
    await rm(name, { force: true });
    return file;
  }
}
