import { stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { seconds } from "../src/contract/durations.ts";
import { contactForm } from "../src/contract/forms/contact.ts";
import { submissionPath } from "../src/contract/forms/submission.ts";
import { sqliteFile } from "../src/server/platform/db/client.ts";
import { openDatabase } from "../src/server/platform/db/connect/open-database.ts";
import {
  listSnapshots,
  openBackupStorage,
} from "../src/server/platform/db/continuous/backup-store.ts";
import { restoreContinuous } from "../src/server/platform/db/continuous/restore-continuous.ts";
import { listChildren } from "../tests/support/processes.ts";
import { compare, newMeasuredServer, p99Of, rateOf, runRounds } from "./load.ts";
import {
  checkMax,
  count,
  type Figure,
  megabytes,
  milliseconds,
  note,
  perSecond,
  ratio,
} from "./report.ts";
import { startOurs, withFolder } from "./server.ts";

const rounds = 4;
const postPath = submissionPath(contactForm.collection);
const writers = 64;
const drillMs = seconds(30);
/** Recovery point objective: the most that may be lost with the machine, in milliseconds. */
const maxLagMs = seconds(10);

/** Size of a large database, in MB. */
const largeMb = Number(process.env.BACKUP_MB ?? 2000);
const pollMs = 50;

/** Continuous backup: its cost, and the records lost with the machine under write load. */
export async function measureBackup(): Promise<Figure[]> {
  return [
    ...(await withFolder(compareRates)),
    ...(await withFolder((folder) => loseMachine(folder, "machine lost", () => wait(drillMs)))),
    ...(await withFolder(loseLarge)),
  ];
}

/** Loses the machine just after the first snapshot of a large database, under write load. */
async function loseLarge(folder: string): Promise<Figure[]> {
  const dataDir = `${folder}/data`;
  await fill(dataDir);
  const storage = await openBackupStorage({ folder: `${folder}/backup` });
  let maxLogBytes = 0;
  let snapshotMs = 0;
  const untilSnapshot = async () => {
    const startedAt = performance.now();
    while ((await listSnapshots(storage)).length === 0) {
      const { size } = await stat(path.join(dataDir, `${sqliteFile}-wal`));
      maxLogBytes = Math.max(maxLogBytes, size);
      await wait(pollMs);
    }
    snapshotMs = performance.now() - startedAt;
    await wait(seconds(5));
  };
  const name = `${count(largeMb)} MB`;
  return [
    ...(await loseMachine(folder, `${name} lost`, untilSnapshot)),
    note(`${name}: until the first snapshot is stored`, milliseconds(snapshotMs)),
    note(`${name}: largest WAL meanwhile`, megabytes(maxLogBytes)),
  ];
}

/** Creates a database of `largeMb`, with incompressible bytes. */
async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  await database.close();
  const file = new DatabaseSync(path.join(dataDir, sqliteFile));
  file.exec("create table filling (bytes blob not null)");
  const insert = file.prepare("insert into filling values (randomblob(1024 * 1024))");
  for (let size = 0; size < largeMb; size += 1) insert.run();
  file.close();
}

async function compareRates(folder: string): Promise<Figure[]> {
  const without = await startOurs(`${folder}/without`);
  const backedUp = await startOurs(`${folder}/with`, { BACKUP_URL: `file://${folder}/backup` });
  const servers = [without, backedUp].map(({ origin }) => newMeasuredServer(origin, postPath));
  await runRounds(servers, "POST", rounds, 1);
  for (const server of [without, backedUp]) await server.stop();
  const [off, on] = servers;
  if (!off || !on) return [];
  return [
    ...servers.map((server, index) =>
      note(
        `stored forms, ${["without", "with"][index]} continuous backup`,
        `${perSecond(rateOf(server))}, p99 ${milliseconds(p99Of(server))}`,
      ),
    ),
    note("with / without", ratio(compare(on, off))),
  ];
}

/** Kills the server and its backup process together, and restores into another folder. */
async function loseMachine(
  folder: string,
  name: string,
  untilLost: () => Promise<unknown>,
): Promise<Figure[]> {
  const settings = { BACKUP_URL: `file://${folder}/backup` };
  const server = await startOurs(`${folder}/data`, settings);
  /** When each record was acknowledged, by its reference. */
  const acknowledged = new Map<string, number>();
  const work = Array.from({ length: writers }, () => write(server.origin, acknowledged));
  await untilLost();
  const [backup] = await listChildren(server.pid, "backup-program");
  const killedAt = performance.now();
  for (const pid of [server.pid, backup?.pid]) if (pid) process.kill(pid, "SIGKILL");
  await Promise.all(work);

  const startedAt = performance.now();
  const storage = await openBackupStorage({ folder: `${folder}/backup` });
  const { changeSets } = await restoreContinuous(storage, `${folder}/restored`);
  const restoreMs = performance.now() - startedAt;
  const database = await openDatabase({ dataDir: `${folder}/restored` });
  const rows = await database.db.selectFrom("submissions").select("reference").execute();
  await database.close();
  for (const { reference } of rows) acknowledged.delete(reference);
  const lost = [...acknowledged.values()].filter((at) => at < killedAt);
  const lagMs = Math.max(0, killedAt - Math.min(killedAt, ...lost));
  return [
    checkMax(`${name}: oldest lost record`, lagMs, maxLagMs, milliseconds),
    note(`${name}: restored`, `${count(rows.length)} records, ${changeSets} change sets`),
    note(`${name}: acknowledged records`, `${count(lost.length)} not restored`),
    note(`${name}: restore time`, milliseconds(restoreMs)),
  ];
}

/** Sends forms until the server stops responding. */
async function write(origin: string, acknowledged: Map<string, number>): Promise<void> {
  for (let number = 0; ; number += 1) {
    try {
      const response = await fetch(origin + postPath, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          name: "Ada Lovelace",
          phone: "",
          email: "ada@example.com",
          message: `Please call me about a ride. ${number} ${crypto.randomUUID()}`,
        }),
      });
      const { reference } = (await response.json()) as { reference: string };
      if (response.status === 201) acknowledged.set(reference, performance.now());
    } catch {
      return;
    }
  }
}
