import { randomUUIDv7 } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { ErrorCode } from "../../../contract/errors/errors.ts";
import { ApiError } from "../api-error.ts";
import { Semaphore } from "../semaphore.ts";
import { StorageError } from "./atomic-write.ts";
import type { DiskSpace } from "./disk-space.ts";
import { discardUpload, readUpload, type UploadPace, uploadPace } from "./read-upload.ts";

/** An upload that fits into this stays in memory on its way, in bytes; posts without a file do. */
const smallBytes = 192 * 1024;
const retryAfterSeconds = 10;

/** How much may be under way at once. */
export interface SpoolLimits {
  /** Large uploads in memory, each while it is worked on. */
  readonly inMemory: number;
  /** Bytes of all uploads together that have come so far. */
  readonly totalBytes: number;
  /** Bytes of one sender's uploads that have come so far. */
  readonly senderBytes: number;
}

/** Whose shares an upload uses up: keyed hashes of account and address; those unknown are left out. */
export type UploadSenders = readonly (string | undefined)[];

/** What is known of an upload before it is read. */
export interface UploadRequest {
  /** The Content-Length header, if there is one. */
  readonly length: string | undefined;
  readonly senders: UploadSenders;
  readonly maxBytes: number;
  /** What a larger one is told. */
  readonly tooLarge: ErrorCode;
}

/**
 * Takes in uploads. Anybody may send one, and as slowly as the pace allows: so it lies on the
 * disk until it has come whole, and only then takes one of the few places in memory. No sender
 * gets more than a share, so nobody shuts the others out.
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
    // Backups leave the folder of this name out.
    this.#folder = path.join(dataDir, "arriving");
    this.#limits = limits;
    this.#pace = pace;
    this.#semaphore = new Semaphore(limits.inMemory);
  }

  /** Bytes of all uploads under way. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Reads a whole body.
   * @throws ApiError the one named in the request; "too-many" when a share is used up;
   * "storage-full"; "too-slow"; "malformed" when the sender hung up
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
   * Reads a body piece by piece. If what it announces does not fit into the shares that are
   * left, nothing of it is looked at.
   * @throws ApiError "too-many", "too-slow", "malformed"; whatever `take` throws
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

  /** An upload that is written piece by piece. Whoever opens it discards it. */
  open(senders: UploadSenders): SpooledUpload {
    return new SpooledUpload(
      new UnnamedFile(this.#folder, this.#disk),
      this.#semaphore,
      (bytes) => {
        if (bytes > 0) this.#checkShares(senders, bytes);
        this.#bytes += bytes;
        for (const sender of senders) {
          if (sender === undefined) continue;
          const held = (this.#bytesBySender.get(sender) ?? 0) + bytes;
          if (held > 0) this.#bytesBySender.set(sender, held);
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

/** One upload: in memory while it is small, then on the disk. */
export class SpooledUpload {
  /** Bytes that have come so far. */
  bytes = 0;
  readonly #file: UnnamedFile;
  readonly #semaphore: Semaphore;
  /** Counts bytes into the shares; a negative number gives them back. */
  readonly #reserve: (bytes: number) => void;
  readonly #small: Buffer[] = [];
  #endTurn: (() => void) | undefined;

  constructor(file: UnnamedFile, semaphore: Semaphore, reserve: (bytes: number) => void) {
    this.#file = file;
    this.#semaphore = semaphore;
    this.#reserve = reserve;
  }

  /** @throws ApiError "too-many" when a share is used up, "storage-full" */
  write(chunk: Buffer): Promise<void> | undefined {
    this.#reserve(chunk.length);
    this.bytes += chunk.length;
    this.#small.push(chunk);
    if (this.bytes <= smallBytes) return undefined;
    return this.#file.write(Buffer.concat(this.#small.splice(0)));
  }

  /** Everything that came. What lies on the disk waits for its turn in memory, which `discard` ends. */
  async load(): Promise<Buffer> {
    if (this.bytes <= smallBytes) return Buffer.concat(this.#small);
    this.#endTurn ??= await this.#semaphore.acquire();
    return this.#file.read();
  }

  /** Frees disk, shares and the place in memory; a second call changes nothing. */
  async discard(): Promise<void> {
    this.#endTurn?.();
    this.#reserve(-this.bytes);
    this.bytes = 0;
    this.#small.length = 0;
    await this.#file.close();
  }
}

/** A file without a name: it is gone with its last reader, even if that is killed. */
class UnnamedFile {
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

  /** Everything that was written. */
  async read(): Promise<Buffer> {
    // From the beginning: writing at places of our own has not moved the file's.
    return (await this.#file?.readFile()) ?? Buffer.alloc(0);
  }

  /** Waits for what is being written: a handle that nobody closes would end the process. */
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
