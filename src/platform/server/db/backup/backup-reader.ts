import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { findMigration } from "../migrate.ts";
import {
  BackupChecksums,
  type BackupCounts,
  type BackupLine,
  backupLine,
  backupVersion,
  databaseNames,
  maxLineBytes,
} from "./backup-format.ts";

/** A file's path, or a stream, which can be read only once. */
export type BackupSource = string | Readable;

const newline = 0x0a;

/**
 * Reads a backup line by line, with one line in memory, and checks checksums, counts, format and
 * order of its lines. Lines are valid only once the generator has finished.
 * @throws Error with the reason, without contents
 */
export async function* readBackup(source: BackupSource): AsyncGenerator<BackupLine, void> {
  const check = new BackupCheck();
  const unzip = createGunzip();
  // Errors here reject the read below.
  pipeline(typeof source === "string" ? createReadStream(source) : source, unzip, () => {});
  for await (const bytes of splitLines(unzip)) yield check.take(bytes);
  check.finish();
}

/** Reads a whole backup to check it. @throws Error with the reason */
export async function verifyBackup(source: BackupSource): Promise<BackupCounts> {
  const counts: BackupCounts = { rows: 0, files: 0 };
  for await (const line of readBackup(source)) {
    if (!("end" in line)) continue;
    counts.rows = line.end.rows;
    counts.files = line.end.files;
  }
  return counts;
}

/** Splits into lines with their line ends. Each byte is searched once, even without line ends. */
async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(newline, start) + 1;
      const piece = chunk.subarray(start, end || undefined);
      pieces.push(piece);
      length += piece.length;
      if (length > maxLineBytes) throw new Error("it is damaged: a line is too long");
      start += piece.length;
      if (end === 0) continue;
      yield Buffer.concat(pieces, length);
      pieces = [];
      length = 0;
    }
  }
  if (length > 0) throw new Error("it is truncated");
}

class BackupCheck {
  readonly #sums = new BackupChecksums();
  readonly #counts: BackupCounts = { rows: 0, files: 0 };
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #version: number | undefined;
  #part: string | undefined;
  #isComplete = false;

  take(bytes: Buffer): BackupLine {
    if (this.#isComplete) throw new Error("it has data after its last line");
    const line = this.#parse(bytes);
    if ("version" in line) this.#start(line.version);
    else if (this.#version === undefined) throw new Error("it is not a backup file");
    else if ("table" in line) this.#countRow(line.table);
    else if ("file" in line) this.#countPiece(line.file);
    else if ("part" in line) this.#compare(line.sha256, this.#sums.endPart(), line.part);
    else this.#end(line.end);
    this.#sums.add(bytes);
    return "version" in line ? { ...line, migration: findMigration(line.migration) } : line;
  }

  /** @throws Error if the last line is missing */
  finish(): void {
    if (!this.#isComplete) throw new Error("it is truncated");
  }

  #parse(bytes: Buffer): BackupLine {
    let value: unknown;
    try {
      value = JSON.parse(this.#decoder.decode(bytes));
    } catch {
      // JSON.parse quotes its input in messages, which is personal data.
      throw new Error("it is damaged: a line cannot be read");
    }
    const { data, success } = backupLine.safeParse(value);
    if (!success) throw new Error("a line has an unknown format");
    return data;
  }

  #start(version: number): void {
    if (this.#version !== undefined) throw new Error("it has two header lines");
    this.#version = version;
  }

  #countRow(table: string): void {
    this.#counts.rows += 1;
    this.#part = table;
  }

  #countPiece(file: string): void {
    if (path.normalize(file).startsWith("..") || path.isAbsolute(file)) {
      throw new Error(`it contains a file outside its folder, ${file}`);
    }
    if (databaseNames.includes(file)) throw new Error(`it contains a database file, ${file}`);
    if (file !== this.#part) this.#counts.files += 1;
    this.#part = file;
  }

  #compare(announced: string | undefined, found: string, part: string): void {
    if (announced !== found) throw new Error(`it is damaged: ${part} differs from its checksum`);
  }

  #end(end: BackupCounts & { readonly sha256?: string | undefined }): void {
    const { rows, files } = this.#counts;
    if (rows !== end.rows || files !== end.files) {
      throw new Error(
        `${end.rows} rows and ${end.files} files are announced, ${rows} and ${files} were found`,
      );
    }
    if (this.#version === backupVersion) this.#compare(end.sha256, this.#sums.total(), "the file");
    this.#isComplete = true;
  }
}
