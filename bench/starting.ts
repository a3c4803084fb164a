import { setTimeout as wait } from "node:timers/promises";
import { startProgram } from "./child.ts";
import { judgeMemory } from "./memory.ts";
import { checkMax, type Figure, median, milliseconds, note, ratio } from "./report.ts";
import { bare, startOurs, withFolder } from "./server.ts";

const rounds = 11;
const maxTimesBare = 2.5;
const maxIdleBytes = 110 * 1024 * 1024;
/** Lets the garbage collector run after startup, in milliseconds. */
const idleAfterMs = 3000;

/** Time from process start to the first response, relative to a bare Fastify; idle memory. */
export function measureStart(): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const first = await startOurs(folder);
    await first.stop();

    const ours: number[] = [];
    const others: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      others.push(await startTime(() => startProgram(bare("fastify"))));
      ours.push(await startTime(() => startOurs(folder)));
    }
    // Not the first start: it migrates and, in a fresh clone, fills the compile cache.
    const idling = await startOurs(folder);
    await wait(idleAfterMs);
    const idle = judgeMemory("memory, idle", idling.pid, maxIdleBytes);
    await idling.stop();
    const times = `${milliseconds(median(ours))} vs. ${milliseconds(median(others))}`;
    return [
      checkMax(
        "start to first response / bare Fastify",
        median(ours) / median(others),
        maxTimesBare,
        ratio,
        times,
      ),
      note("first start, empty data folder", milliseconds(first.startMs)),
      idle,
    ];
  });
}

async function startTime(start: () => ReturnType<typeof startOurs>): Promise<number> {
  const server = await start();
  await server.stop();
  return server.startMs;
}
