import type { Readable } from "node:stream";

/**
 * Stores whole files under names with forward slashes. A name is used for one file only. Methods
 * throw on names that would lead out of the area.
 */
export interface FileStorage {
  /**
   * Writes a file that appears under its name only when it is complete and durable.
   * @throws StorageError if it cannot be written; then nothing is readable under its name
   */
  write(file: string, bytes: Buffer): Promise<void>;
  /**
   * Like `write`, but leaves an existing file alone, also one that is written at the same time.
   * @returns whether it was written
   */
  writeNew(file: string, bytes: Buffer): Promise<boolean>;
  /** Opens a file and makes sure that it can be read; undefined if it is missing. */
  open(file: string): Promise<StoredFile | undefined>;
  /** All bytes of a file; undefined if it is missing. */
  readWhole(file: string): Promise<Buffer | undefined>;
  /** Removes a file; a missing one is no error. */
  remove(file: string): Promise<void>;
  /** Removes everything in a folder; a missing one is no error. */
  removeFolder(folder: string): Promise<void>;
  /** All files in a folder and its folders, in no order; without a folder, all of the area. */
  list(folder?: string): AsyncGenerator<ListedFile, void>;
}

/** A part of a file: from `start` up to but not including `end`, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An open file, which `close` or the end of its one reading closes. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** The bytes, or some of them; destroying the stream closes the file. Call it once. */
  read(range?: ByteRange): Readable;
  /** Closes a file that was not read; a second time changes nothing. */
  close(): Promise<void>;
}

export interface ListedFile {
  readonly file: string;
  /** When it was written, in milliseconds since 1970. */
  readonly modifiedAt: number;
}
