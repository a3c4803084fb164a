import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openDatabase } from "../src/platform/server/db/open-database.ts";
import { hostileToken, openHostileKinds } from "../tests/support/hostile-input.ts";
import { storeSignedIn } from "../tests/support/staff.ts";
import { checkMax, type Figure, ratio } from "./report.ts";
import { startOurs, withFolder } from "./server.ts";

/** Times that each kind is sent, two at a time, unless it takes longer than `sendForMs`. */
const times = 20;
const sendForMs = 4000;
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
    try {
      const { origin } = server;
      const kinds = await openHostileKinds(origin, staff.cookie);
      await measureVisitor(origin, () => wait(1500));
      const figures: Figure[] = [];
      for (const [name, send] of kinds) figures.push(await measureKind(origin, name, send));
      return figures;
    } finally {
      await server.stop();
    }
  });
}

async function measureKind(
  origin: string,
  name: string,
  send: (round: number) => Promise<void>,
): Promise<Figure> {
  let best = { factor: Number.POSITIVE_INFINITY, note: "" };
  for (let attempt = 0; attempt < attempts && best.factor > maxFactor; attempt += 1) {
    const normal = p95(await measureVisitor(origin, () => wait(1000)));
    const beside = p95(await measureVisitor(origin, () => sendAgain(send, attempt * times)));
    const factor = beside / Math.max(normal, floorMs);
    const note = `${beside.toFixed(1)} vs. ${normal.toFixed(1)} ms`;
    if (factor < best.factor) best = { factor, note };
  }
  return checkMax(`beside ${name}`, best.factor, maxFactor, ratio, best.note);
}

async function sendAgain(send: (round: number) => Promise<void>, first: number): Promise<void> {
  const until = performance.now() + sendForMs;
  let round = first;
  const work = async () => {
    while (round < first + times && performance.now() < until) await send(round++);
  };
  await Promise.all([work(), work()]);
}

/** Waits of a visitor who opens pages while something goes on, in milliseconds. */
async function measureVisitor(origin: string, during: () => Promise<unknown>): Promise<number[]> {
  // A thread of its own: making and sending 10 MB would count as waiting for the server.
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
