import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { validValues } from "../support/form-values.ts";
import { runOps } from "../support/ops.ts";
import { isRunning, listChildren } from "../support/processes.ts";
import { startS3Server } from "../support/s3-server.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";

const patience = { timeout: 60_000, interval: 50 };

async function send(origin: string): Promise<string> {
  const response = await fetch(origin + submissionPath(contactForm.collection), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(validValues(contactForm)),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { reference: string }).reference;
}

/** The lag that a server reports, in milliseconds; undefined if it reports none. */
async function readLagMs(origin: string): Promise<number | undefined> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const seconds = /^backup_lag_seconds (\S+)$/m.exec(metrics)?.[1];
  return seconds === undefined ? undefined : 1000 * Number(seconds);
}

async function readLease(backup: string) {
  const folder = path.join(backup, "sqlite/lease");
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const [last] = names.sort().slice(-1);
  return last && JSON.parse(await readFile(path.join(folder, last), "utf8"));
}

test("a server that stops releases its backup, and one with another folder continues at once", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-continuous-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const backup = path.join(folder, "backup");
  const run = async (name: string) => {
    const dataDir = path.join(folder, name);
    const server = await startServerProcess(dataDir, { BACKUP_URL: `file://${backup}` });
    onTestFinished(async () => void (await endProcess(server.child, "SIGKILL")));
    const held = { owner: `${os.hostname()}:${dataDir}`, isReleased: false };
    await expect.poll(() => readLease(backup), patience).toMatchObject(held);
    return server;
  };
  const first = await run("first");
  await expect.poll(() => readdir(path.join(backup, "sqlite/snapshots")), patience).toHaveLength(1);
  const waiting = await startServerProcess(path.join(folder, "waiting"), {
    BACKUP_URL: `file://${backup}`,
  });
  onTestFinished(async () => void (await endProcess(waiting.child, "SIGKILL")));
  await expect.poll(waiting.output, patience).toContain("BACKUP_URL is in use by another server");
  await endProcess(first.child, "SIGTERM");
  // A slow program outlives its server.
  await expect.poll(() => readLease(backup), patience).toMatchObject({ isReleased: true });
  await run("second");
});

test("of two servers on one database one makes the backup, and the other one when that dies; after the loss of the machine every record older than the reported lag is restored", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-continuous-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { FILES_URL: url, ...keys } = (await startS3Server()).settings;
  const run = async () => {
    const settings = { ...keys, BACKUP_URL: url, RATE_LIMITS: "off" };
    const { origin, child } = await startServerProcess(path.join(folder, "data"), settings);
    onTestFinished(async () => void (await endProcess(child, "SIGKILL")));
    const listPrograms = () => listChildren(child.pid, "backup-program");
    await expect.poll(listPrograms, patience).toHaveLength(1);
    const pids = [child.pid ?? 0, ...(await listPrograms()).map(({ pid }) => pid)];
    const kill = async () => {
      for (const pid of pids) process.kill(pid, "SIGKILL");
      await expect.poll(() => pids.filter(isRunning), patience).toEqual([]);
    };
    return { origin, kill };
  };
  /** Waits until everything committed before `time` is stored, by what the server reports. */
  const untilStored = (origin: string, time: number) =>
    expect
      .poll(async () => Date.now() - ((await readLagMs(origin)) ?? Infinity), patience)
      .toBeGreaterThan(time);
  const send20 = (origin: string) => Promise.all(Array.from({ length: 20 }, () => send(origin)));

  const first = await run();
  await untilStored(first.origin, Date.now());
  const second = await run();
  await expect.poll(() => readLagMs(second.origin), patience).toBeUndefined();
  const references = [...(await send20(first.origin)), ...(await send20(second.origin))];
  await untilStored(first.origin, Date.now());
  await first.kill();
  await expect.poll(() => readLagMs(second.origin), patience).toBeDefined();
  references.push(...(await send20(second.origin)));
  await untilStored(second.origin, Date.now());
  await second.kill();

  const dataDir = path.join(folder, "restored");
  const { code, stdout, stderr } = await runOps({ dataDir, env: keys }, "restore", "--from", url);
  expect([code, stderr, stdout]).toEqual([0, "", expect.stringContaining("Restored the database")]);
  const database = await openDatabase({ dataDir });
  const rows = await database.db.selectFrom("submissions").select("reference").execute();
  await database.close();
  const restored = rows.map(({ reference }) => reference);
  expect(references.filter((reference) => !restored.includes(reference))).toEqual([]);
});
