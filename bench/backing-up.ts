import { setTimeout as wait } from "node:timers/promises";
import { contactForm } from "../src/contract/forms/contact.ts";
import { submissionPath } from "../src/contract/forms/submission.ts";
import { openDatabase } from "../src/server/platform/db/connect/open-database.ts";
import { openBackupStorage } from "../src/server/platform/db/continuous/backup-store.ts";
import { restoreContinuous } from "../src/server/platform/db/continuous/restore-continuous.ts";
import { seconds } from "../src/server/platform/durations.ts";
import { listChildren } from "../tests/support/worker-processes.ts";
import { compare, newMeasuredServer, p99Of, rateOf, runRounds } from "./load.ts";
import { checkMax, count, type Figure, milliseconds, note, perSecond, ratio } from "./report.ts";
import { startOurs, withFolder } from "./server.ts";

const rounds = 4;
const postPath = submissionPath(contactForm.collection);
const writers = 64;
const drillMs = seconds(30);
/** What may be lost when the machine is lost. */
const maxLagMs = seconds(10);

/** The continuous backup: what it costs, and what is lost when the machine is lost amid writers. */
export async function measureBackup(): Promise<Figure[]> {
  return [...(await withFolder(compareRates)), ...(await withFolder(loseMachine))];
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
        `${perSecond(rateOf(server))}, 99th percentile ${milliseconds(p99Of(server))}`,
      ),
    ),
    note("with / without", ratio(compare(on, off))),
  ];
}

/** Kills the server and its backup at one moment, and restores elsewhere. */
async function loseMachine(folder: string): Promise<Figure[]> {
  const settings = { BACKUP_URL: `file://${folder}/backup` };
  const server = await startOurs(`${folder}/data`, settings);
  /** When each record was acknowledged, by its reference. */
  const acknowledged = new Map<string, number>();
  const work = Array.from({ length: writers }, () => write(server.origin, acknowledged));
  await wait(drillMs);
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
    checkMax("machine lost: oldest lost record", lagMs, maxLagMs, milliseconds),
    note("restored", `${count(rows.length)} records, ${changeSets} sets of changes`),
    note("lost", `${count(lost.length)} acknowledged records`),
    note("time of the restore", milliseconds(restoreMs)),
  ];
}

/** Sends forms until the server is gone. */
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
