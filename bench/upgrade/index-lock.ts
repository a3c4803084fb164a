import { execFile } from "node:child_process";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { sqliteFile } from "../../src/server/platform/db/client.ts";
import { startPostgres } from "../../tests/support/postgres.ts";
import { count, type Figure, note } from "../report.ts";
import { startOurs, withFolder } from "../server.ts";
import { fillOnPostgres, fillOnSqlite, oldRecords, query } from "./old-records.ts";
import { Writers } from "./writers.ts";

const run = promisify(execFile);
const quietMs = 3000;

/** Indexes from migrations: on a column, and on an expression over a record's JSON. */
const indexes = ["submissions_by_email", "submissions_by_phone"];

interface Engine {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  fill(): Promise<void>;
  /** The statement that created an index. */
  read(index: string): Promise<string | undefined>;
  execute(statement: string): Promise<unknown>;
}

/** Latency of writers while an index on a large PostgreSQL table is created. */
export async function measureIndexOnPostgres(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  if (!postgres)
    return [note("Creating an index on PostgreSQL", "skipped: PostgreSQL is not installed")];
  const { url } = postgres;
  const find = (index: string) => `select indexdef from pg_indexes where indexname = '${index}'`;
  try {
    return await withFolder((folder) =>
      measure(folder, {
        name: "PostgreSQL",
        settings: { DATABASE_URL: url },
        fill: () => fillOnPostgres(url),
        read: async (index) => (await query(url, find(index)))[0]?.indexdef,
        execute: (statement) => query(url, statement),
      }),
    );
  } finally {
    await postgres.stop();
  }
}

/** The same on SQLite, in a separate process, as a worker with a new build is. */
export function measureIndexOnSqlite(): Promise<Figure[]> {
  return withFolder((folder) => {
    const file = path.join(folder, sqliteFile);
    const program = `const database = new (require("node:sqlite").DatabaseSync)(process.argv[1]);
      database.exec("pragma busy_timeout = 60000");
      database.exec(process.argv[2]);`;
    return measure(folder, {
      name: "SQLite",
      settings: {},
      fill: async () => fillOnSqlite(folder),
      read: async (index) => {
        const database = new DatabaseSync(file, { readOnly: true });
        const row = database.prepare("select sql from sqlite_schema where name = ?").get(index);
        database.close();
        return row && String(row.sql);
      },
      execute: (statement) => run(process.execPath, ["-e", program, file, statement]),
    });
  });
}

async function measure(folder: string, engine: Engine): Promise<Figure[]> {
  const server = await startOurs(folder, engine.settings);
  try {
    await engine.fill();
    const figures: Figure[] = [];
    for (const index of indexes) {
      const made = await engine.read(index);
      if (!made?.includes(index)) throw new Error(`There is no index ${index}.`);
      const writers = new Writers(server.origin);
      const what = `${engine.name}, ${count(oldRecords)} records`;
      await writers.during(`${what}: quiet`, () => wait(quietMs));
      await writers.during(`${what}: creating a copy of ${index}`, async () => {
        await engine.execute(made.replace(index, `${index}_again`));
      });
      await writers.during(`${what}: quiet again`, () => wait(quietMs));
      await writers.stop();
      const failed = `${count(writers.errors.length)} of ${count(writers.sent)}`;
      const first = writers.errors[0] ?? "none";
      figures.push(...writers.describe(), note(`${what}: failed forms`, `${failed} (${first})`));
    }
    return figures;
  } finally {
    await server.stop();
  }
}
