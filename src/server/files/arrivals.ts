import { randomUUIDv7 } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { ErrorCode } from "../../contract/errors.ts";
import { ApiError } from "../http/api-error.ts";
import { Turns } from "../turns.ts";
import { StorageError } from "./write-whole.ts";

/** A body that fits into this stays in memory on its way, in bytes; posts without a file do. */
const smallBytes = 192 * 1024;
const retryAfterSeconds = 10;

/** How much may be under way at once. */
interface Room {
  /** Large bodies in memory, each while it is worked on. */
  readonly inMemory: number;
  /** Bytes of large bodies that have come so far, on the disk. */
  readonly onDisk: number;
}

/** How large one body may be, in bytes, and what a larger one is told. */
interface Largest {
  readonly most: number;
  readonly tooLarge: ErrorCode;
}

/** A body that came whole. */
export interface Arrived {
  readonly bytes: Buffer;
  /** Gives its place in memory to the next one; a second call changes nothing. */
  done(): void;
}

/**
 * Takes in large bodies. Anybody may send one, and as slowly as they like: so it lies on the
 * disk until it has come whole, and only then takes one of the few places in memory. Who
 * sends slowly holds up nobody.
 */
export class Arrivals {
  readonly #folder: string;
  readonly #mostOnDisk: number;
  readonly #turns: Turns;
  #onDisk = 0;

  constructor(dataDir: string, { inMemory, onDisk }: Room) {
    this.#folder = path.join(dataDir, "arriving");
    this.#mostOnDisk = onDisk;
    this.#turns = new Turns(inMemory);
  }

  /**
   * @param length the Content-Length header, if there is one
   * @throws ApiError the one of `largest`; "too-many" when the disk's share is used up;
   * "storage-full"; "malformed" when the sender hung up
   */
  async receive(body: Readable, length: string | undefined, largest: Largest): Promise<Arrived> {
    try {
      if (Number(length) > largest.most) throw new ApiError(largest.tooLarge);
      return await this.#receive(body, largest);
    } catch (error) {
      // The stream stays open and flows: with it would go the way for the answer.
      body.resume();
      throw error instanceof ApiError ? error : new ApiError("malformed");
    }
  }

  async #receive(body: Readable, { most, tooLarge }: Largest): Promise<Arrived> {
    const small: Buffer[] = [];
    const large = new PassingFile(this.#folder);
    let size = 0;
    try {
      for await (const chunk of body.iterator({ destroyOnReturn: false })) {
        size += chunk.length;
        if (size > most) throw new ApiError(tooLarge);
        small.push(chunk);
        if (size <= smallBytes) continue;
        const piece = Buffer.concat(small.splice(0));
        if (this.#onDisk + piece.length > this.#mostOnDisk) {
          throw new ApiError("too-many", { retryAfter: retryAfterSeconds });
        }
        this.#onDisk += piece.length;
        await large.write(piece);
      }
      if (size <= smallBytes) return { bytes: Buffer.concat(small), done: () => undefined };
      const done = await this.#turns.take();
      try {
        return { bytes: await large.read(), done };
      } catch (error) {
        done();
        throw error;
      }
    } finally {
      this.#onDisk -= large.size;
      await large.close();
    }
  }
}

/** A file without a name: it is gone with its last reader, even if that is killed. */
class PassingFile {
  /** Bytes written, or about to be. */
  size = 0;
  readonly #folder: string;
  #file: FileHandle | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws ApiError "storage-full" */
  async write(bytes: Buffer): Promise<void> {
    const place = this.size;
    this.size += bytes.length;
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

  async close(): Promise<void> {
    await this.#file?.close();
  }

  async #open(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = path.join(this.#folder, randomUUIDv7());
    const file = await open(name, "wx+", 0o600);
    await rm(name, { force: true });
    return file;
  }
}
