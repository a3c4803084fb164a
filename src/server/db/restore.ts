import { createReadStream } from "node:fs";
import { appendFile, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { type BackupCounts, type BackupLine, type BackupRow, backupLine } from "./backup-format.ts";
import { type DatabaseClient, type DatabaseOptions, openDatabase } from "./client.ts";
import { isKnownMigration } from "./migrate.ts";
import type { Database } from "./schema.ts";

const rowsAtOnce = 500;

/**
 * Fills a new place from a backup: an empty or absent `dataDir` and, on PostgreSQL,
 * an empty database. When it fails, `dataDir` is empty again.
 * @throws Error when the place is not empty, or the file is damaged or from a newer version
 */
export async function restoreFrom(file: string, options: DatabaseOptions): Promise<BackupCounts> {
  await requireEmptyFolder(options.dataDir);
  if (options.databaseUrl !== undefined) await requireEmptyDatabase(options.databaseUrl);
  const restoring = new Restoring(options);
  try {
    await pipeline(createReadStream(file), createGunzip(), (source) => restoring.readAll(source));
  } catch (error) {
    await restoring.close();
    await emptyFolder(options.dataDir);
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`${file} was not restored: ${reason}`, { cause: error });
  }
  await restoring.close();
  // The backup may be older than this version: bring its schema up to date.
  await (await openDatabase(options)).close();
  return restoring.counts;
}

async function requireEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`The folder ${folder} is not empty.`);
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
}

async function requireEmptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select from information_schema.tables where table_schema = current_schema() limit 1",
    );
    if (rowCount) throw new Error("The PostgreSQL database is not empty; use a new one.");
  } finally {
    await client.end();
  }
}

/** One pass over the lines of a backup. */
class Restoring {
  readonly counts: BackupCounts = { rows: 0, files: 0 };
  readonly #options: DatabaseOptions;
  #client: DatabaseClient | undefined;
  #table: keyof Database | undefined;
  #rows: BackupRow[] = [];
  #file = "";
  #isComplete = false;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  async readAll(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const line of readLines(source)) await this.#take(line);
    if (!this.#isComplete) throw new Error("it is cut short");
  }

  async close(): Promise<void> {
    await this.#client?.close();
  }

  async #take(line: BackupLine): Promise<void> {
    if ("version" in line) await this.#start(line.migration);
    else if ("table" in line) await this.#addRow(line.table, line.row);
    else if ("file" in line) await this.#addPiece(line.file, line.base64);
    else await this.#finish(line.end);
  }

  async #start(migration: string): Promise<void> {
    if (!isKnownMigration(migration)) throw new Error("it is from a newer version");
    this.#client = await openDatabase({ ...this.#options, until: migration });
  }

  async #addRow(table: keyof Database, row: BackupRow): Promise<void> {
    if (table !== this.#table || this.#rows.length === rowsAtOnce) await this.#flush();
    this.#table = table;
    this.#rows.push(row);
  }

  async #flush(): Promise<void> {
    const rows = this.#rows.splice(0);
    const [first] = rows;
    if (!first || !this.#table || !this.#client) return;
    const into = sql.table(this.#table);
    const columns = Object.keys(first);
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    const insert = sql`insert into ${into} (${names}) values ${sql.join(values)}`;
    await this.#client.write((trx) => insert.execute(trx));
    this.counts.rows += rows.length;
  }

  async #addPiece(file: string, base64: string): Promise<void> {
    const target = path.join(this.#options.dataDir, file);
    if (path.relative(this.#options.dataDir, target).startsWith("..")) {
      throw new Error(`it holds a file outside its folder, ${file}`);
    }
    if (file !== this.#file) {
      this.counts.files += 1;
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    }
    this.#file = file;
    await appendFile(target, base64, { encoding: "base64", mode: 0o600, flush: true });
  }

  async #finish(end: BackupCounts): Promise<void> {
    await this.#flush();
    const { rows, files } = this.counts;
    if (rows !== end.rows || files !== end.files) {
      throw new Error(
        `${end.rows} rows and ${end.files} files are announced, ${rows} and ${files} came`,
      );
    }
    this.#isComplete = true;
  }
}

async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<BackupLine> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield parseLine(line);
  }
}

function parseLine(line: string): BackupLine {
  const { data, success } = backupLine.safeParse(JSON.parse(line));
  if (!success) throw new Error("a line has an unknown form");
  return data;
}
