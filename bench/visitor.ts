/**
 * A thread that opens the first page again and again until it gets a message. It answers with its
 * waits in milliseconds; its first message says that it has a connection.
 */
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const waits: number[] = [];
let isOver = false;
parentPort?.once("message", () => {
  isOver = true;
});

async function open(): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${workerData}/`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The page answered ${response.status}.`);
  return performance.now() - start;
}

for (let visits = 0; visits < 20; visits += 1) await open();
parentPort?.postMessage("ready");
while (!isOver) {
  waits.push(await open());
  await wait(2);
}
parentPort?.postMessage(waits);
