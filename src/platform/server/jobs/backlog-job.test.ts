import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { seconds } from "../../contract/durations.ts";
import { backlogJob } from "./backlog-job.ts";
import type { JobDefinition } from "./jobs.ts";

/** Runs a job whose batches take `batchMs`, after the server was busy or idle. */
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

/** `everyMs` is read twice per run: for the metrics and for the next run. */
const pauses = ({ everyMs }: JobDefinition) =>
  typeof everyMs === "function" ? [everyMs(), everyMs()] : [];

// On a busy computer an idle process can seem busy, and a batch can take long: try again.
test("an idle server continues with a backlog almost immediately", async () => {
  await expect.poll(async () => pauses(await runAfter(rest, true))).toEqual([50, 50]);
});

test("a busy server spends only a small share of its time on a backlog", async () => {
  await expect
    .poll(async () => pauses(await runAfter(work, true)))
    .toEqual([seconds(1), seconds(1)]);
  const [pause = 0] = pauses(await runAfter(work, true, 100));
  expect(pause).toBeGreaterThanOrEqual(seconds(4));
});

test("without a backlog, it polls for new work every second", async () => {
  expect(pauses(await runAfter(rest, false))).toEqual([seconds(1), seconds(1)]);
});

test("a failed batch is retried after a second, not immediately", async () => {
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
