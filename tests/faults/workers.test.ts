import { once } from "node:events";
import { mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import type { DatabaseOptions } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { validValues } from "../support/form-values.ts";
import { makeRelease } from "../support/release.ts";
import { endProcess, runUntilExit, startServerProcess } from "../support/server-process.ts";
import {
  isRunning,
  listWorkers,
  readWorkerMetrics,
  servingWorkers,
} from "../support/worker-processes.ts";

const writers = 64;
/** Of a writer between two messages, in milliseconds: without it they would use every CPU. */
const pauseMs = 100;
/** Longer than a starved process may pause. */
const responseLimitMs = 30_000;
const patience = { timeout: 60_000, interval: 20 };

async function start(
  { dataDir, databaseUrl = "" }: DatabaseOptions,
  root?: string,
  more: Readonly<Record<string, string>> = {},
) {
  const settings = { WORKERS: "2", DATABASE_URL: databaseUrl, RATE_LIMITS: "off", ...more };
  const server = await startServerProcess(dataDir, settings, root);
  onTestFinished(async () => {
    await endProcess(server.child, "SIGKILL");
  });
  const workers = () => listWorkers(server.child.pid);
  return { ...server, workers };
}

/** Concurrent writers, each of which sends one message after the other, with pauses, until stopped. */
class Writers {
  readonly acknowledged = new Set<string>();
  readonly failures: string[] = [];
  readonly #origin: string;
  #isStopped = false;
  readonly #work: Promise<unknown>;

  constructor(origin: string) {
    this.#origin = origin;
    this.#work = Promise.all(Array.from({ length: writers }, () => this.#write()));
    onTestFinished(() => this.stop());
  }

  /** Waits for `count` more acknowledged messages. */
  async send(count: number): Promise<void> {
    const target = this.acknowledged.size + count;
    await expect.poll(() => this.acknowledged.size, patience).toBeGreaterThan(target);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const response = await fetch(this.#origin + submissionPath(contactForm.collection), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(validValues(contactForm)),
          // A connection that no worker serves counts as a failure.
          signal: AbortSignal.timeout(responseLimitMs),
        });
        if (response.status !== 201) throw new Error(`status ${response.status}`);
        this.acknowledged.add(((await response.json()) as { reference: string }).reference);
      } catch (error) {
        this.failures.push(String((error as Error).cause ?? error));
      }
      await pause(pauseMs);
    }
  }
}

async function readReferences(options: DatabaseOptions): Promise<Set<string>> {
  const database = await openDatabase(options);
  const rows = await database.db.selectFrom("submissions").select("reference").execute();
  await database.close();
  return new Set(rows.map(({ reference }) => reference));
}

/** Sends a message on a new connection; the operating system chooses the worker. */
async function sendAlone(origin: string): Promise<void> {
  const sending = request(origin + submissionPath(contactForm.collection), {
    method: "POST",
    headers: { "content-type": "application/json" },
    agent: false,
  });
  sending.end(JSON.stringify(validValues(contactForm)));
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
}

/** Sends messages until the metrics show that both workers have stored some. */
async function expectBothStored(origin: string): Promise<void> {
  const counts =
    /^http_request_duration_seconds_count\{worker="(\d)",method="POST",.*status="201"\}/gm;
  const stored = async () => {
    await sendAlone(origin);
    const metrics = await readWorkerMetrics(origin);
    return [...metrics.matchAll(counts)].map(([, number]) => number);
  };
  await expect.poll(stored, patience).toEqual(["1", "2"]);
}

describeEachDialect("two workers", (_open, createDatabase) => {
  test(`under ${writers} writers: a worker killed with -9 loses no record and is replaced by the loaded spare, SIGHUP replaces both without a failed request, SIGTERM leaves no process`, async () => {
    const options = await createDatabase("with tables");
    const { origin, child, workers, output } = await start(options);
    const before = await workers();
    // Two that serve and one spare.
    expect(before).toHaveLength(3);
    const [first, , spare] = before.map(({ pid }) => pid) as [number, number, number];
    const load = new Writers(origin);
    await load.send(300);

    // The second kill shows which process has taken over: its death is that of worker 1.
    for (const [index, pid] of [first, spare].entries()) {
      await expect.poll(async () => (await workers()).length, patience).toBe(3);
      process.kill(pid, "SIGKILL");
      await expect.poll(output, patience).toContain(`"worker":1,"workerPid":${pid}`);
      await expect
        .poll(() => output().match(/"msg":"another worker took over"/g)?.length, patience)
        .toBe(index + 1);
      await expect.poll(() => servingWorkers(origin).catch(() => []), patience).toEqual([1, 2]);
      await load.send(200);
      // Only pending requests of the killed worker may fail: at most one for each writer.
      expect(load.failures.length).toBeLessThanOrEqual(writers * (index + 1));
    }
    await expectBothStored(origin);

    const failures = load.failures.length;
    const old = await workers();
    child.kill("SIGHUP");
    await expect.poll(output, patience).toContain("workers replaced");
    await load.send(100);
    await load.stop();
    expect(load.failures.slice(failures)).toEqual([]);
    // The old spare may still be ending.
    await expect
      .poll(
        async () => (await workers()).filter(({ pid }) => old.some((one) => one.pid === pid)),
        patience,
      )
      .toEqual([]);
    const replaced = await workers();
    expect(replaced).toHaveLength(3);

    expect(await endProcess(child, "SIGTERM")).toBe(0);
    const all = [...before, ...old, ...replaced].map(({ pid }) => pid);
    expect(all.filter(isRunning)).toEqual([]);
    const stored = await readReferences(options);
    expect([...load.acknowledged].filter((reference) => !stored.has(reference))).toEqual([]);
  });
});

test("with STOP_DELAY_SECONDS workers keep serving when systemd signals every process", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-workers-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { origin, child, workers } = await start({ dataDir }, undefined, {
    STOP_DELAY_SECONDS: "10",
  });
  const pids = (await workers()).map(({ pid }) => pid);
  const livez = async () => (await fetch(`${origin}/livez`)).status;
  const started = performance.now();
  const ended = once(child, "exit");
  for (const pid of pids) process.kill(pid, "SIGTERM");
  child.kill("SIGTERM");
  await expect.poll(livez, patience).toBe(503);
  for (let count = 0; count < 20; count += 1) await sendAlone(origin);
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - started).toBeGreaterThanOrEqual(10_000);
  expect(pids.filter(isRunning)).toEqual([]);
});

test("workers and the spare end when their primary is killed", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-workers-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { child, workers } = await start({ dataDir });
  const pids = (await workers()).map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThanOrEqual(2);
  await endProcess(child, "SIGKILL");
  await expect.poll(() => pids.filter(isRunning), patience).toEqual([]);
});

/** Points the symlink `current` to a release. */
async function switchTo(release: string): Promise<string> {
  const link = path.join(path.dirname(release), "current");
  await symlink(release, `${link}.new`);
  await rename(`${link}.new`, link);
  return link;
}

test("SIGHUP starts the build that the symlink now points to; if it fails to start, the old workers remain", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-workers-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [first, second, broken] = await Promise.all(
    ["first", "second", "broken"].map((name) => makeRelease(folder, name)),
  );
  const worker = await readFile("src/app/server/worker.js", "utf8");
  const mark = (name: string) => `console.log("build ${name}");\n${worker}`;
  await writeFile(path.join(second ?? "", "src/app/server/worker.js"), mark("second"));
  await writeFile(path.join(broken ?? "", "src/app/server/worker.js"), "process.exit(1);");

  const current = await switchTo(first ?? "");
  const { origin, child, workers, output } = await start(
    { dataDir: path.join(folder, "data") },
    current,
  );
  const pids = async () => (await workers()).map(({ pid }) => pid);
  const before = await pids();
  await switchTo(broken ?? "");
  child.kill("SIGHUP");
  await expect.poll(output, patience).toContain("replacement worker failed to start");
  // Excludes the spare, which may have been loading when the link changed.
  expect((await pids()).slice(0, 2)).toEqual(before.slice(0, 2));

  await switchTo(second ?? "");
  child.kill("SIGHUP");
  await expect.poll(output, patience).toContain("workers replaced");
  expect(output().match(/build second/g)?.length).toBeGreaterThanOrEqual(2);
  expect((await fetch(origin)).status).toBe(200);
  // The old spare may still be ending.
  await expect
    .poll(async () => (await pids()).filter((pid) => before.includes(pid)), patience)
    .toEqual([]);
  expect(await endProcess(child, "SIGTERM")).toBe(0);
});

test("a failed start prints its error once and exits with 1, as does an invalid WORKERS", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-workers-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { port } = taken.address() as AddressInfo;
  const settings = { WORKERS: "2", PORT: String(port), DATA_DIR: dataDir };
  const inUse = await runUntilExit(settings);
  expect([inUse.code, inUse.output.trim().split("\n")]).toEqual([
    1,
    [expect.stringContaining("Set PORT to a free one.")],
  ]);
  for (const WORKERS of ["0", "65", "many", "1.5"]) {
    const { code, output } = await runUntilExit({ ...settings, WORKERS });
    expect([code, output]).toEqual([1, expect.stringContaining("WORKERS: use 1 to 64, or auto")]);
  }
});
