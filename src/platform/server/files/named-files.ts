import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../db/schema.ts";

/** Rows read at a time. */
const batchSize = 500;

/** Rows that name files, as a feature announces them. */
export interface FileRows {
  /** First folders of the files' paths. */
  readonly folders: readonly string[];
  readonly table: keyof Database;
  /** A unique column of text. */
  readonly key: string;
  /** The file's path in the store; null for a row without a file. */
  readonly file: RawBuilder<string | null>;
  /** The condition on rows that may name one of some files, for an index. */
  readonly mayName: (files: readonly string[]) => RawBuilder<SqlBool>;
}

/** Which files of the file store have rows. */
export class NamedFiles {
  readonly #owners: readonly FileRows[];

  constructor(owners: readonly FileRows[]) {
    this.#owners = owners;
  }

  /** Folders of the file store whose files have rows; the server ignores other folders. */
  get folders(): readonly string[] {
    return this.#owners.flatMap(({ folders }) => folders);
  }

  /** Path in the file store of a file in `DATA_DIR`; undefined for files outside the store. */
  storedName(file: string): string | undefined {
    const [root, folder = "", ...rest] = file.split("/");
    const isStored = root === "files" && this.folders.includes(folder);
    return isStored ? [folder, ...rest].join("/") : undefined;
  }

  /** Which of these stored files have a row. */
  async find(db: Kysely<Database>, files: readonly string[]): Promise<ReadonlySet<string>> {
    const asked = new Set(files);
    const found = new Set<string>();
    if (files.length === 0) return found;
    for (const { table, file, mayName } of this.#owners) {
      const { rows } = await sql<{ file: string | null }>`
        select ${file} as file from ${sql.table(table)} where ${mayName(files)}`.execute(db);
      for (const row of rows) if (row.file !== null && asked.has(row.file)) found.add(row.file);
    }
    return found;
  }

  /** Every stored file that has a row. */
  async *list(db: Kysely<Database>): AsyncGenerator<string, void> {
    for (const { table, key, file } of this.#owners) {
      for (let last = ""; ; ) {
        const { rows } = await sql<{ key: string; file: string | null }>`
          select ${sql.ref(key)} as key, ${file} as file from ${sql.table(table)}
          where ${sql.ref(key)} > ${last} order by ${sql.ref(key)} limit ${batchSize}`.execute(db);
        yield* rows.flatMap((row) => row.file ?? []);
        if (rows.length < batchSize) break;
        last = rows.at(-1)?.key ?? "";
      }
    }
  }
}
