import { type FileHandle, mkdir, open } from "node:fs/promises";
import path from "node:path";
import { Kysely, sql, type Transaction } from "kysely";
import type { StorageSettings } from "../../files/open-storage.ts";
import { type DatabaseOptions, sqliteFile } from "../client.ts";
import { NodeSqliteDialect, openSqlite } from "../engines/node-sqlite.ts";
import { listTables } from "../list-tables.ts";
import { migrate } from "../migrate.ts";
import type { Database } from "../schema.ts";
import type { BackupCounts, BackupLine, BackupRow } from "./backup-format.ts";
import { type BackupSource, readBackup, verifyBackup } from "./backup-reader.ts";
import { UploadedFiles } from "./restore-files.ts";
import { isHalfRestored, requireEmptyFolder, restoreIntoFolder } from "./restore-folder.ts";

const maxBatchRows = 500;
const maxBatchBytes = 8 * 1024 * 1024;

export interface RestoredContents extends BackupCounts {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly migration: string;
}

/**
 * Restores a backup into an empty or missing `dataDir` and, on PostgreSQL, an empty database. All
 * or nothing: a file is verified first; then everything is built in a separate folder, the rows
 * in one transaction, and finally moved into place. A stream is verified while it is read. After a
 * failure the target is as it was before; after a kill, `openDatabase` rejects it. With an object
 * store, files are uploaded before the rows are committed.
 * @throws Error if the target is not empty, or the file is damaged or from a newer version
 */
export async function restoreFrom(
  source: BackupSource,
  options: DatabaseOptions & StorageSettings,
): Promise<RestoredContents> {
  const { dataDir, databaseUrl } = options;
  const uploaded = new UploadedFiles(options);
  let restored: RestoredContents | undefined;
  await requireEmptyFolder(dataDir);
  try {
    if (databaseUrl !== undefined) await requireEmptyDatabase(databaseUrl);
    if (typeof source === "string") await verifyBackup(source);
    await restoreIntoFolder(dataDir, (building) =>
      fillDatabase({ databaseUrl, dataDir: building }, async (trx) => {
        restored = await fill(trx, source, building);
        await uploaded.upload(building);
      }),
    );
    if (!restored) throw new Error("it is empty");
    return restored;
  } catch (error) {
    if (!isHalfRestored(error)) await uploaded.remove();
    const reason = error instanceof Error ? error.message : error;
    const name = typeof source === "string" ? source : "The backup";
    throw new Error(`${name} was not restored: ${reason}`, { cause: error });
  }
}

/** Checks a backup and the restore target, without writing. @throws Error like `restoreFrom` */
export async function checkRestore(
  source: BackupSource,
  { dataDir, databaseUrl }: DatabaseOptions,
): Promise<BackupCounts> {
  await requireEmptyFolder(dataDir);
  if (databaseUrl !== undefined) await requireEmptyDatabase(databaseUrl);
  return verifyBackup(source);
}

async function requireEmptyDatabase(url: string): Promise<void> {
  const { isEmptyPostgres } = await import("../engines/postgres.ts");
  if (await isEmptyPostgres(url)) return;
  throw new Error("The PostgreSQL database is not empty; use a new one.");
}

async function fill(
  trx: Transaction<Database>,
  source: BackupSource,
  folder: string,
): Promise<RestoredContents> {
  const filling = new RestorePass(trx, folder);
  let found = { createdAt: "", migration: "", rows: 0, files: 0 };
  try {
    for await (const line of readBackup(source)) {
      await filling.take(line);
      if ("version" in line) {
        const { createdAt, migration } = line;
        found = { ...found, createdAt, migration };
      }
      if ("end" in line) found = { ...found, rows: line.end.rows, files: line.end.files };
    }
  } finally {
    await filling.closeFile();
  }
  // The backup may be older than this version: bring its schema up to date.
  await migrate(trx);
  return found;
}

class RestorePass {
  readonly #trx: Transaction<Database>;
  readonly #folder: string;
  #known: ReadonlySet<string> = new Set();
  #table: string | undefined;
  #rows: BackupRow[] = [];
  #bytes = 0;
  #file: { readonly name: string; readonly handle: FileHandle } | undefined;

  constructor(trx: Transaction<Database>, folder: string) {
    this.#trx = trx;
    this.#folder = folder;
  }

  async take(line: BackupLine): Promise<void> {
    if ("version" in line) await this.#start(line.migration);
    else if ("table" in line) await this.#addRow(line.table, line.row);
    else if ("file" in line) await this.#addPiece(line.file, line.base64);
    else await this.#flush();
  }

  async #start(migration: string): Promise<void> {
    await migrate(this.#trx, migration);
    this.#known = new Set((await listTables(this.#trx)).map(({ name }) => name));
  }

  async closeFile(): Promise<void> {
    await this.#file?.handle.sync();
    await this.#file?.handle.close();
    this.#file = undefined;
  }

  async #addRow(table: string, row: BackupRow): Promise<void> {
    if (!this.#known.has(table))
      throw new Error(`a line has an unknown format: there is no table ${table}`);
    const isFull = this.#rows.length === maxBatchRows || this.#bytes > maxBatchBytes;
    if (table !== this.#table || isFull) await this.#flush();
    this.#table = table;
    this.#rows.push(row);
    for (const value of Object.values(row)) this.#bytes += String(value).length;
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    const [first] = rows;
    if (!first || !this.#table) return;
    const into = sql.table(this.#table);
    const columns = Object.keys(first);
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${into} (${names}) values ${sql.join(values)}`.execute(this.#trx);
  }

  async #addPiece(name: string, base64: string): Promise<void> {
    if (name !== this.#file?.name) {
      await this.closeFile();
      const target = path.join(this.#folder, name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      this.#file = { name, handle: await open(target, "wx", 0o600) };
    }
    await this.#file.handle.appendFile(Buffer.from(base64, "base64"));
  }
}

/**
 * Runs the callback on an empty database in one transaction without time limit, including
 * migrations: all or nothing.
 */
async function fillDatabase(
  { databaseUrl, dataDir }: DatabaseOptions,
  job: (trx: Transaction<Database>) => Promise<void>,
): Promise<void> {
  if (databaseUrl !== undefined) {
    const { fillPostgres } = await import("../engines/postgres.ts");
    return fillPostgres(databaseUrl, job);
  }
  const connection = openSqlite(path.join(dataDir, sqliteFile));
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(connection) });
  try {
    await db.transaction().execute(job);
  } finally {
    await db.destroy();
  }
}
