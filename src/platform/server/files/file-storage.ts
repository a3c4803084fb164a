import type { Readable } from "node:stream";

/**
 * Stores whole files under names with forward slashes. Each name is used for one file only; only
 * the lease of a backup changes. Methods throw for names outside the area.
 */
export interface FileStorage {
  /**
   * Writes a file that appears under its name only when it is complete and durable.
   * @throws StorageError if it cannot be written; then nothing is readable under its name
   */
  write(file: string, bytes: Buffer): Promise<void>;
  /**
   * Like `write`, but never overwrites a file, not even one that is written concurrently.
   * @returns whether it was written
   */
  writeNew(file: string, bytes: Buffer): Promise<boolean>;
  /** Opens a file and checks that it can be read; undefined if it is missing. */
  open(file: string): Promise<StoredFile | undefined>;
  /** All bytes of a file; undefined if it is missing. */
  readWhole(file: string): Promise<Buffer | undefined>;
  /** Removes a file; a missing one is no error. */
  remove(file: string): Promise<void>;
  /** Removes everything in a folder; a missing one is no error. */
  removeFolder(folder: string): Promise<void>;
  /** All files in a folder and its subfolders, unordered; without a folder, all of the area. */
  list(folder?: string): AsyncGenerator<ListedFile, void>;
}

/** A part of a file: from `start` up to but not including `end`, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An open file. It is closed by `close`, or at the end of `read`. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** The bytes, or a range of them; destroying the stream closes the file. Call it only once. */
  read(range?: ByteRange): Readable;
  /** Closes a file that was not read; a second call does nothing. */
  close(): Promise<void>;
}

export interface ListedFile {
  readonly file: string;
  /** When it was written, in milliseconds since 1970. */
  readonly modifiedAt: number;
}
