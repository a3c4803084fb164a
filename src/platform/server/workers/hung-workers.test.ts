import cluster, { type Worker } from "node:cluster";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { isRunning } from "../../../../tests/support/worker-processes.ts";
import { aliveEveryMs, maxMissed } from "./limits.ts";
import type { WorkerMessage } from "./messages.ts";
import { Primary } from "./primary.ts";

const program = path.resolve("tests/support/small-worker.ts");

test("a hung worker and a hung spare are killed and replaced; a busy worker is not", async () => {
  // The checks for hung workers, which only this test starts: a worker that misses one without
  // being stopped is merely slow to run on a busy computer.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const killed: object[] = [];
  const log = (_level: string, message: string, about: object = {}) => {
    if (message === "killed an unresponsive worker") killed.push(about);
  };
  const loaded: number[] = [];
  const heard = new Set<number>();
  const stopped = new Set<number>();
  const note = (worker: Worker, message: WorkerMessage) => {
    const { pid = 0 } = worker.process;
    if (message.kind === "loaded") loaded.push(pid);
    if (message.kind === "alive") heard.add(pid);
  };
  cluster.on("message", note);
  onTestFinished(() => void cluster.off("message", note));
  const primary = new Primary({ program, workers: 2, log });
  onTestFinished(() => primary.stop());
  await primary.start();
  const serving = () => primary.serving.map(({ pid }) => pid ?? 0);
  const [hung = 0, busy = 0] = serving();
  const findSpare = () => loaded.find((pid) => !serving().includes(pid));
  await expect.poll(findSpare).toBeDefined();
  const spare = findSpare() ?? 0;

  const stop = (pid: number) => {
    stopped.add(pid);
    process.kill(pid, "SIGSTOP");
  };
  /** Checks once all others have sent another heartbeat. */
  const check = async () => {
    heard.clear();
    const isSilent = (pid: number) => isRunning(pid) && !stopped.has(pid) && !heard.has(pid);
    await expect.poll(() => loaded.filter(isSilent), { interval: 10 }).toEqual([]);
    vi.advanceTimersByTime(aliveEveryMs);
  };
  const untilKilled = (pid: number) =>
    expect.poll(() => check().then(() => isRunning(pid))).toBe(false);

  stop(busy);
  for (let missed = 0; missed < maxMissed; missed += 1) await check();
  process.kill(busy, "SIGCONT");
  stopped.delete(busy);
  stop(spare);
  await untilKilled(spare);
  stop(hung);
  await untilKilled(hung);

  await expect.poll(() => serving().length).toBe(2);
  expect(serving()).toContain(busy);
  expect(serving()).not.toContain(hung);
  expect(killed).toEqual([
    { worker: 0, workerPid: spare },
    { worker: 1, workerPid: hung },
  ]);
});
