import cluster, { type Worker } from "node:cluster";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isRunning } from "../../../tests/support/worker-processes.ts";
import type { WorkerMessage } from "./messages.ts";
import { Primary } from "./primary.ts";

const program = path.resolve("tests/support/small-worker.ts");
/** A worker is killed after six missed checks, so it may be busy for 1.5 seconds. */
const checkEveryMs = 250;
const patience = { timeout: 20_000, interval: 50 };

test("a hung worker and a hung spare are killed and replaced; a busy worker is not", async () => {
  const killed: object[] = [];
  const log = (_level: string, message: string, about: object = {}) => {
    if (message === "killed an unresponsive worker") killed.push(about);
  };
  const loaded: number[] = [];
  const note = (worker: Worker, message: WorkerMessage) => {
    if (message.kind === "loaded") loaded.push(worker.process.pid ?? 0);
  };
  cluster.on("message", note);
  onTestFinished(() => void cluster.off("message", note));
  const primary = new Primary({ program, workers: 2, log, checkEveryMs });
  onTestFinished(() => primary.stop());
  await primary.start();
  const serving = () => primary.serving.map(({ pid }) => pid ?? 0);
  const [hung = 0, busy = 0] = serving();
  const findSpare = () => loaded.find((pid) => !serving().includes(pid));
  await expect.poll(findSpare, patience).toBeDefined();
  const spare = findSpare() ?? 0;

  process.kill(busy, "SIGUSR2");
  process.kill(spare, "SIGSTOP");
  await expect.poll(() => isRunning(spare), patience).toBe(false);
  process.kill(hung, "SIGSTOP");
  await expect.poll(() => isRunning(hung), patience).toBe(false);

  await expect.poll(() => serving().length, patience).toBe(2);
  expect(serving()).toContain(busy);
  expect(serving()).not.toContain(hung);
  expect(killed).toEqual([
    { worker: 0, workerPid: spare },
    { worker: 1, workerPid: hung },
  ]);
});
