import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openDatabase } from "../src/platform/server/db/open-database.ts";
import { hostileToken } from "../tests/support/hostile-input.ts";
import { storeSignedIn } from "../tests/support/staff.ts";
import type { Burst } from "./hostile-sender.ts";
import { checkMax, type Figure, ratio } from "./report.ts";
import { startOurs, withFolder } from "./server.ts";

/** The visitor waits at most this many times the normal time. */
const maxFactor = 2;
/** Times below this, in milliseconds, count as this: the computer's own pauses. */
const floorMs = 10;
/** Measured again where it was slow: another program of the computer may have been the cause. */
const attempts = 3;

/** How long a visitor waits for a page while others send what is made to be slow. */
export function measureHostile(): Promise<Figure[]> {
  return withFolder(async (dataDir) => {
    const first = await startOurs(dataDir);
    await first.stop();
    const database = await openDatabase({ dataDir });
    const staff = await storeSignedIn({ database, clock: { now: Date.now() } }, ["admin"], "Ada");
    await database.close();
    const server = await startOurs(dataDir, { INBOUND_MAIL_TOKEN: hostileToken });
    const { origin } = server;
    const sender = fork(path.join(import.meta.dirname, "hostile-sender.ts"), [
      origin,
      staff.cookie,
    ]);
    // What went wrong is on its standard error; its end would be waited for otherwise.
    sender.once("exit", (code) => {
      if (code) throw new Error(`The sender of hostile input ended with ${code}.`);
    });
    try {
      const [kinds] = (await once(sender, "message")) as [string[]];
      await measureVisitor(origin, () => wait(1500));
      const figures: Figure[] = [];
      for (const kind of kinds) figures.push(await measureKind(origin, kind, sender));
      return figures;
    } finally {
      sender.kill();
      await server.stop();
    }
  });
}

async function measureKind(origin: string, kind: string, sender: ChildProcess): Promise<Figure> {
  let best = { factor: Number.POSITIVE_INFINITY, note: "" };
  let first = 0;
  const sendBurst = async () => {
    sender.send({ kind, first } satisfies Burst);
    [first] = await once(sender, "message");
  };
  for (let attempt = 0; attempt < attempts && best.factor > maxFactor; attempt += 1) {
    const normal = p95(await measureVisitor(origin, () => wait(1000)));
    const beside = p95(await measureVisitor(origin, sendBurst));
    const factor = beside / Math.max(normal, floorMs);
    const note = `${beside.toFixed(1)} vs. ${normal.toFixed(1)} ms`;
    if (factor < best.factor) best = { factor, note };
  }
  return checkMax(`beside ${kind}`, best.factor, maxFactor, ratio, best.note);
}

/** Waits of a visitor who opens pages while something goes on, in milliseconds. */
async function measureVisitor(origin: string, during: () => Promise<unknown>): Promise<number[]> {
  // A thread of its own, since it measures.
  const visitor = new Worker(new URL("./visitor.ts", import.meta.url), { workerData: origin });
  await once(visitor, "message");
  const waits = once(visitor, "message");
  await during();
  visitor.postMessage("stop");
  return (await waits)[0];
}

function p95(waits: readonly number[]): number {
  const sorted = waits.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
}
