import { createHash } from "node:crypto";
import { z } from "zod";
import { sqliteFile } from "../client.ts";

/**
 * A backup is one gzip file of JSON lines. The format is the same for both engines: a backup of one
 * can be restored into the other. It has a header line, the rows of each table, the other files of
 * `DATA_DIR` in chunks, and a last line with the counts. Each table and each file is a part that
 * ends with the checksum of its lines; the last line has the checksum of all lines before it.
 * Version 1 has no checksums; it can still be restored.
 */
export const backupVersion = 2;

/** Maximum length of a line, in bytes; a longer line is damaged. A chunk of a file takes 1.4 MB. */
export const maxLineBytes = 16 * 1024 * 1024;

/** Files of SQLite in `DATA_DIR`; a backup contains their rows instead. */
export const databaseNames = [sqliteFile, `${sqliteFile}-wal`, `${sqliteFile}-shm`];

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export const backupLine = z.union([
  z.strictObject({
    version: z.literal([1, backupVersion]),
    migration: z.string(),
    createdAt: z.string(),
  }),
  z.strictObject({ table: z.string(), row }),
  z.strictObject({ file: z.string(), base64: z.string() }),
  z.strictObject({ part: z.string(), sha256: z.string() }),
  z.strictObject({
    end: z.strictObject({
      rows: z.number(),
      files: z.number(),
      sha256: z.string().optional(),
    }),
  }),
]);

export type BackupLine = z.infer<typeof backupLine>;
export type BackupRow = z.infer<typeof row>;

export interface BackupCounts {
  rows: number;
  files: number;
}

/** Checksums of a backup's lines as they are written or read: SHA-256 in hexadecimal. */
export class BackupChecksums {
  #part = createHash("sha256");
  readonly #total = createHash("sha256");

  /** @param lines complete lines with their line ends */
  add(lines: string | Buffer): void {
    this.#part.update(lines);
    this.#total.update(lines);
  }

  /** The checksum of the lines since the last part; starts the next part. */
  endPart(): string {
    const sum = this.#part.digest("hex");
    this.#part = createHash("sha256");
    return sum;
  }

  total(): string {
    return this.#total.copy().digest("hex");
  }
}
