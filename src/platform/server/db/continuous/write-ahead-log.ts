import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const headerBytes = 32;
const frameHeaderBytes = 24;
/** Checksums over little-endian words, the byte order of every platform that Node supports. */
const magic = 0x377f0682;
/** Maximum frames per change set: 16 MB with pages of 4 KiB. */
const maxFrames = 4096;
const maxIndexReads = 1000;

/**
 * A position in the write-ahead log (WAL): the end of a frame. When SQLite restarts the WAL from
 * its beginning, the salt changes.
 */
export interface LogPosition {
  readonly salt: string;
  /** Frames from the start of the WAL; 0 is its beginning. */
  readonly frame: number;
  /** Checksum of the WAL up to here, in hexadecimal; empty at its beginning. */
  readonly checksum: string;
}

/** The committed end of the WAL, and the page size. */
export interface LogIndex extends LogPosition {
  /** In bytes. */
  readonly pageSize: number;
}

export interface ChangedPages {
  /** By page number, from 1. */
  readonly pages: ReadonlyMap<number, Buffer>;
  /** Size of the database in pages after its last commit. */
  readonly databasePages: number;
  readonly end: LogPosition;
  /** Whether it ends with a commit; if not, its transaction continues in the next piece. */
  readonly isCommitted: boolean;
}

/** The WAL is damaged, or another program restarted it. */
export class BrokenLogError extends Error {}

/**
 * Reads SQLite's write-ahead log and the start of its index (sqlite.org/walformat.html). The index
 * has the end and the checksum of the last commit, so that nothing uncommitted is read.
 *
 * Only for a process that does not write: a process that closes one of SQLite's files loses all of
 * SQLite's locks on it (POSIX), so these files remain open until the end.
 */
export class WriteAheadLog {
  readonly #index: number;
  readonly #log: number;
  readonly #database: number;

  /** @param file the database, which must be open */
  constructor(file: string) {
    this.#index = openSync(`${file}-shm`, "r");
    this.#log = openSync(`${file}-wal`, "r");
    this.#database = openSync(file, "r");
  }

  /** Must be called after closing all of the process's connections to the database. */
  close(): void {
    for (const one of [this.#index, this.#log, this.#database]) closeSync(one);
  }

  /** The size in bytes of the database file without the WAL. */
  readDatabaseSize(): number {
    return fstatSync(this.#database).size;
  }

  /** Bytes of the database file without the WAL; fewer, or none, at its end. */
  readDatabase(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(this.#database, bytes, 0, length, position));
  }

  readIndex(): LogIndex {
    const bytes = Buffer.alloc(96);
    for (let reads = 0; reads < maxIndexReads; reads += 1) {
      readSync(this.#index, bytes, 0, bytes.length, 0);
      // Two copies, written in turn: they differ only during a write.
      const [one, other] = [bytes.subarray(0, 48), bytes.subarray(48)];
      if (!one.equals(other) || one[12] !== 1) continue;
      if (one[13] !== 0) throw new BrokenLogError("the WAL has big-endian checksums");
      const pageSize = one.readUInt16LE(14);
      const frame = one.readUInt32LE(16);
      const checksum = [24, 28].map((at) => hexOf(one.readUInt32LE(at))).join("");
      return {
        salt: one.toString("hex", 32, 40),
        frame,
        checksum: frame === 0 ? "" : checksum,
        pageSize: pageSize === 1 ? 65_536 : pageSize,
      };
    }
    throw new BrokenLogError("the WAL's index cannot be read");
  }

  /** Number of frames committed since a position. */
  countFrames({ salt, frame }: LogPosition): number {
    const index = this.readIndex();
    return index.salt === salt ? index.frame - frame : index.frame;
  }

  /** Whether the WAL has this position, with the same contents before it. */
  has({ salt, frame, checksum }: LogPosition, { pageSize, ...index }: LogIndex): boolean {
    if (salt !== index.salt || frame > index.frame) return false;
    return frame === 0 || this.#readChecksum(frame, pageSize) === checksum;
  }

  /**
   * The pages committed since a position, in pieces. SQLite may have restarted the WAL since then,
   * but only once.
   * @throws BrokenLogError if it was restarted otherwise, or differs from the index
   */
  *readChanges(after: LogPosition, index: LogIndex): Generator<ChangedPages, void> {
    const from = after.salt === index.salt ? after : nextStart(after, index);
    let start = from.frame;
    let sum = from.frame === 0 ? this.#readHeader(index) : parseSum(from.checksum);
    while (start < index.frame) {
      const piece = this.#readPiece(start, index, sum);
      sum = piece.sum;
      start = piece.changes.end.frame;
      if (start === index.frame && piece.changes.end.checksum !== index.checksum) {
        throw new BrokenLogError("the WAL differs from its index");
      }
      yield piece.changes;
    }
  }

  #readPiece(start: number, { pageSize, salt, frame }: LogIndex, before: Sum) {
    const bytesPerFrame = frameHeaderBytes + pageSize;
    const count = Math.min(frame - start, maxFrames);
    // Not from the pool, so that it can be read as words.
    const bytes = Buffer.allocUnsafeSlow(count * bytesPerFrame);
    readExactly(this.#log, bytes, headerBytes + start * bytesPerFrame);
    const words = new Uint32Array(bytes.buffer);
    const frames = splitFrames(bytes, bytesPerFrame);
    const lastCommit = frames.findLastIndex((one) => one.readUInt32BE(4) > 0);
    const isCommitted = lastCommit >= 0;
    const taken = isCommitted ? frames.slice(0, lastCommit + 1) : frames;
    const pages = new Map<number, Buffer>();
    let sum = before;
    for (const [at, one] of taken.entries()) {
      const first = (at * bytesPerFrame) / 4;
      sum = addWords(sum, words, first, first + 2);
      sum = addWords(sum, words, first + frameHeaderBytes / 4, first + bytesPerFrame / 4);
      if (one.toString("hex", 8, 16) !== salt || one.toString("hex", 16, 24) !== formatSum(sum)) {
        throw new BrokenLogError("a frame of the WAL is damaged");
      }
      pages.set(one.readUInt32BE(0), one.subarray(frameHeaderBytes));
    }
    const databasePages = taken.at(-1)?.readUInt32BE(4) ?? 0;
    const end = { salt, frame: start + taken.length, checksum: formatSum(sum) };
    const changes: ChangedPages = { pages, databasePages, end, isCommitted };
    return { changes, sum };
  }

  #readHeader({ salt }: LogIndex): Sum {
    const bytes = Buffer.alloc(headerBytes);
    readExactly(this.#log, bytes, 0);
    if (bytes.readUInt32BE(0) !== magic || bytes.toString("hex", 16, 24) !== salt) {
      throw new BrokenLogError("the header of the WAL differs from its index");
    }
    return [bytes.readUInt32BE(24), bytes.readUInt32BE(28)];
  }

  #readChecksum(frame: number, pageSize: number): string {
    const bytes = Buffer.alloc(8);
    const bytesPerFrame = frameHeaderBytes + pageSize;
    const at = headerBytes + (frame - 1) * bytesPerFrame + 16;
    if (fstatSync(this.#log).size < at + bytes.length) return "";
    readExactly(this.#log, bytes, at);
    return bytes.toString("hex");
  }
}

/** The beginning of a restarted WAL: SQLite increments the first salt. */
function nextStart({ salt, frame }: LogPosition, index: LogIndex): LogPosition {
  const counted = (Number.parseInt(salt.slice(0, 8), 16) + 1) >>> 0;
  if (frame > 0 && hexOf(counted) !== index.salt.slice(0, 8)) {
    throw new BrokenLogError("the WAL was restarted by another program");
  }
  return { salt: index.salt, frame: 0, checksum: "" };
}

type Sum = readonly [number, number];

/** SQLite's checksum of the words from `start` up to `end`, an even number. */
function addWords(sum: Sum, words: Uint32Array, start: number, end: number): Sum {
  let [one, two] = sum;
  for (let at = start; at < end; at += 2) {
    one = (one + (words[at] ?? 0) + two) >>> 0;
    two = (two + (words[at + 1] ?? 0) + one) >>> 0;
  }
  return [one, two];
}

function parseSum(text: string): Sum {
  return [Number.parseInt(text.slice(0, 8), 16), Number.parseInt(text.slice(8), 16)];
}

function formatSum(sum: Sum): string {
  return sum.map(hexOf).join("");
}

function hexOf(word: number): string {
  return word.toString(16).padStart(8, "0");
}

function splitFrames(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: bytes.length / size }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}

function readExactly(file: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, position + done);
    if (read === 0) throw new BrokenLogError("the WAL is shorter than its index says");
    done += read;
  }
}
