import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { seconds } from "../durations.ts";
import { backlogJob } from "./backlog-job.ts";
import type { JobDefinition } from "./jobs.ts";

/** A job whose batches take this time, after the server worked or rested. */
async function runAfter(pause: () => unknown, mayBeMore: boolean, batchMs = 0) {
  const job = backlogJob("test", async () => {
    if (batchMs > 0) await wait(batchMs);
    return mayBeMore;
  });
  await pause();
  await job.run(new AbortController().signal);
  return job;
}

const rest = () => wait(100);

function work(): void {
  const end = performance.now() + 100;
  while (performance.now() < end);
}

/** Each run asks twice: for the metrics and for the next run. */
const pauses = ({ everyMs }: JobDefinition) =>
  typeof everyMs === "function" ? [everyMs(), everyMs()] : [];

test("a server with time goes on with a backlog at once, however often it is asked", async () => {
  expect(pauses(await runAfter(rest, true))).toEqual([50, 50]);
});

test("a busy server works off a backlog in a small share of its time", async () => {
  expect(pauses(await runAfter(work, true))).toEqual([seconds(1), seconds(1)]);
  const [pause = 0] = pauses(await runAfter(work, true, 100));
  expect(pause).toBeGreaterThanOrEqual(seconds(4));
});

test("without a backlog, new work is looked for every second", async () => {
  expect(pauses(await runAfter(rest, false))).toEqual([seconds(1), seconds(1)]);
});

test("a failed batch is tried again after a second, not at once", async () => {
  let fails = false;
  const job = backlogJob("test", async () => {
    if (fails) throw new Error("no database");
    return true;
  });
  const { signal } = new AbortController();
  await rest();
  await job.run(signal);
  fails = true;
  await expect(job.run(signal)).rejects.toThrow("no database");
  expect(pauses(job)).toEqual([seconds(1), seconds(1)]);
});
