import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { contactForm } from "../src/features/messages/contract/forms/contact.ts";
import { submissionPath } from "../src/platform/contract/form-engine/submission.ts";
import { sqliteFile } from "../src/platform/server/db/client.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { type ServerProcess, startProgram } from "./child.ts";
import {
  acknowledgedBy,
  compare,
  type MeasuredServer,
  newMeasuredServer,
  p99Of,
  rateOf,
  runRounds,
} from "./load.ts";
import {
  checkMin,
  checkNone,
  type Figure,
  milliseconds,
  note,
  perSecond,
  ratio,
} from "./report.ts";
import { bare, startOurs, withFolder } from "./server.ts";

const rounds = 5;
/** For the JIT compiler: requests for pages warm up nothing of the forms. */
const warmUps = 2;
/**
 * Added to each sync, in milliseconds, because group commit gains little if syncs are free: a sync
 * then takes half a millisecond in all, as on the fastest rented disks (decision 0037).
 */
const slowSyncMs = 0.4;
const minShareOfGrouped = 0.6;
const minTimesEach = 5;
const minShareOfPostgres = 0.6;
const ourPath = submissionPath(contactForm.collection);
const barePath = "/messages";

/** Durable messages per second on SQLite, compared with bare servers with and without group commit. */
export function measureSqlite(ours: ServerProcess, dataDir: string): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const file = (name: string) => path.join(folder, `${name}.sqlite`);
    const grouped = await startProgram(bare("fastify-sqlite"), {}, [file("group"), "group"]);
    const each = await startProgram(bare("fastify-sqlite"), {}, [file("each"), "each"]);
    const us = newMeasuredServer(ours.origin, ourPath);
    const group = newMeasuredServer(grouped.origin, barePath);
    const single = newMeasuredServer(each.origin, barePath);
    await runRounds([us, group, single], "POST", rounds, warmUps);
    await grouped.stop();
    await each.stop();
    const rows = countRows(path.join(dataDir, sqliteFile), "submissions");
    return [
      checkMin(
        "stored / bare Fastify with group commit",
        compare(us, group),
        minShareOfGrouped,
        ratio,
        describe(us, group),
      ),
      ...(await measureSlowDisk()),
      note(
        "on this disk: stored / bare Fastify, one sync per row",
        `${ratio(compare(us, single))} ${describe(us, single)}`,
      ),
      note("on this disk: bare, group commit / one sync per row", ratio(compare(group, single))),
      checkNone("every acknowledged row is stored", missing(us, rows), `${rows} rows`),
      checkNone(
        "the same for the bare servers",
        [
          ...missing(group, countRows(file("group"), "messages")),
          ...missing(single, countRows(file("each"), "messages")),
        ],
        "all rows",
      ),
      slowest(us, group),
    ];
  });
}

/** Gain of group commit on a slow disk. */
function measureSlowDisk(): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const env = { SYNC_MS: String(slowSyncMs) };
    const flags = ["--import", path.join(import.meta.dirname, "slow-disk.ts")];
    const file = path.join(folder, "each.sqlite");
    const ours = await startOurs(folder, env, flags);
    const each = await startProgram(bare("fastify-sqlite"), env, [file, "each"], flags);
    const us = newMeasuredServer(ours.origin, ourPath);
    const single = newMeasuredServer(each.origin, barePath);
    await runRounds([us, single], "POST", rounds, warmUps);
    await ours.stop();
    await each.stop();
    const rows = countRows(path.join(folder, sqliteFile), "submissions");
    return [
      checkMin(
        `syncs ${slowSyncMs} ms longer: stored / bare Fastify, one sync per row`,
        compare(us, single),
        minTimesEach,
        ratio,
        describe(us, single),
      ),
      checkNone(
        "slow disk: every acknowledged row is stored",
        [...missing(us, rows), ...missing(single, countRows(file, "messages"))],
        `${rows} rows`,
      ),
    ];
  });
}

/** Durable messages per second on PostgreSQL, with fsync on. */
export async function measurePostgres(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  if (!postgres) return [note("PostgreSQL", "could not be started")];
  try {
    return await withFolder(async (folder) => {
      const ours = await startOurs(folder, { DATABASE_URL: postgres.url });
      const other = await startProgram(bare("fastify-postgres"), {}, [postgres.url]);
      const us = newMeasuredServer(ours.origin, ourPath);
      const them = newMeasuredServer(other.origin, barePath);
      await runRounds([us, them], "POST", rounds, warmUps);
      await ours.stop();
      await other.stop();
      const rows = await countPostgresRows(postgres.url);
      return [
        checkMin(
          "stored / bare Fastify on PostgreSQL",
          compare(us, them),
          minShareOfPostgres,
          ratio,
          describe(us, them),
        ),
        checkNone("every acknowledged row is stored", missing(us, rows), `${rows} rows`),
        slowest(us, them),
      ];
    });
  } finally {
    await postgres.stop();
  }
}

function describe(ours: MeasuredServer, other: MeasuredServer): string {
  return `${perSecond(rateOf(ours))} vs. ${perSecond(rateOf(other))}`;
}

function slowest(ours: MeasuredServer, other: MeasuredServer): Figure {
  const [our, their] = [ours, other].map((one) => milliseconds(p99Of(one)));
  return note("p99 latency", `${our} vs. ${their}`);
}

function missing(server: MeasuredServer, rows: number): string[] {
  const acknowledged = acknowledgedBy(server);
  return rows === acknowledged ? [] : [`${acknowledged} acknowledged, ${rows} stored`];
}

function countRows(file: string, table: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare(`select count(*) as rows from ${table}`).get();
  database.close();
  return Number(row?.rows);
}

async function countPostgresRows(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ rows: string }>("select count(*) as rows from submissions");
  await client.end();
  return Number(rows[0]?.rows);
}
