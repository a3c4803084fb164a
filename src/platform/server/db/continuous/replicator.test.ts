import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { makeSubmission } from "../../../../../tests/support/rows.ts";
import { hours } from "../../../contract/durations.ts";
import { ApiError } from "../../api-error.ts";
import { DiskStorage } from "../../files/disk-storage.ts";
import type { FileStorage } from "../../files/file-storage.ts";
import { type DatabaseClient, sqliteFile } from "../client.ts";
import { openDatabase } from "../open-database.ts";
import { listSnapshots, readSnapshot, removeOld } from "./backup-store.ts";
import { Replicator, type ReplicatorLimits } from "./replicator.ts";
import { restoreContinuous } from "./restore-continuous.ts";

class TestStorage extends DiskStorage {
  failure: "away" | "lost answer" | undefined;
  /** Runs before each part of a snapshot is stored. */
  onPart: (() => Promise<void>) | undefined;

  override async write(file: string, bytes: Buffer): Promise<void> {
    if (file.startsWith("parts/")) await this.onPart?.();
    await super.write(file, bytes);
  }

  override async writeNew(file: string, bytes: Buffer): Promise<boolean> {
    if (this.failure === "away") throw new ApiError("unavailable");
    const isWritten = await super.writeNew(file, bytes);
    if (this.failure) throw new ApiError("unavailable");
    return isWritten;
  }

  override list(folder?: string) {
    if (this.failure === "away") throw new ApiError("unavailable");
    return super.list(folder);
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-continuous-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function openSite(limits: Partial<ReplicatorLimits> = {}) {
  const folder = await makeFolder();
  const dataDir = path.join(folder, "data");
  const storage = new TestStorage(path.join(folder, "backup"));
  const database = await openDatabase({ dataDir });
  const logged: string[] = [];
  let storedAt = 0;
  const open = () =>
    new Replicator({
      file: path.join(dataDir, sqliteFile),
      storage,
      // Longer than any test, so that only the test itself removes old files.
      keepMs: hours(1),
      limits,
      log: (_level, message) => logged.push(message),
      onStored: ({ at, snapshotAt }) => {
        expect(snapshotAt).toBeGreaterThan(0);
        storedAt = at;
      },
    });
  onTestFinished(() => database.close());
  return { folder, dataDir, storage, database, logged, open, storedAt: () => storedAt };
}

async function takeSnapshot(replicator: Replicator): Promise<void> {
  await replicator.copy();
  await replicator.untilFileCopied();
  await replicator.copy();
}

async function add(database: DatabaseClient, count: number): Promise<void> {
  const insert = () =>
    database.write((trx) => trx.insertInto("submissions").values(makeSubmission()).execute());
  await Promise.all(Array.from({ length: count }, insert));
}

/** The references of all submissions after a restore, sorted. */
async function readRestored(storage: FileStorage, until?: number): Promise<string[]> {
  const dataDir = path.join(await makeFolder(), "restored");
  await restoreContinuous(storage, dataDir, until);
  const database = await openDatabase({ dataDir });
  const rows = await readIds(database);
  await database.close();
  return rows;
}

/** The WAL's first salt: a random number that SQLite increments with each restart. */
async function readLogCount(dataDir: string): Promise<number> {
  return (await readFile(path.join(dataDir, `${sqliteFile}-wal`))).readUInt32BE(16);
}

async function readIds({ db }: DatabaseClient): Promise<string[]> {
  const rows = await db.selectFrom("submissions").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

test("restores all commits, to any time since the snapshot, and keeps the WAL small", async () => {
  const { database, open, storage, dataDir } = await openSite({ maxFrames: 20 });
  const replicator = open();
  await takeSnapshot(replicator);
  await add(database, 1);
  const started = await readLogCount(dataDir);
  const states: { readonly at: number; readonly ids: string[] }[] = [];
  for (let round = 0; round < 12; round += 1) {
    await add(database, 7);
    await replicator.copy();
    states.push({ at: Date.now(), ids: await readIds(database) });
    // The next change is of another millisecond.
    await expect.poll(Date.now, { interval: 1 }).toBeGreaterThan((states.at(-1)?.at ?? 0) + 1);
  }
  await replicator.close();
  expect(await readRestored(storage)).toEqual(await readIds(database));
  for (const { at, ids } of states.slice(3, 6))
    expect(await readRestored(storage, at)).toEqual(ids);
  await expect(readRestored(storage, Date.now() - hours(1))).rejects.toThrow("oldest restorable");
  // SQLite counts restarts in the salt.
  expect((await readLogCount(dataDir)) - started).toBeGreaterThan(1);
});

test("a snapshot is complete despite concurrent writes and restarts of the WAL", async () => {
  const { database, open, storage, dataDir } = await openSite({ maxFrames: 10, partBytes: 65_536 });
  await add(database, 60);
  const replicator = open();
  let parts = 0;
  storage.onPart = async () => {
    parts += 1;
    const [oldest] = await readIds(database);
    await database.write((trx) =>
      trx.deleteFrom("submissions").where("id", "=", String(oldest)).execute(),
    );
    await add(database, 5);
    await replicator.copy();
    await sql`pragma wal_checkpoint(passive)`.execute(database.db);
  };
  const started = await readLogCount(dataDir);
  await replicator.copy();
  await replicator.untilFileCopied();
  storage.onPart = undefined;
  expect(parts).toBeGreaterThan(5);
  expect((await readLogCount(dataDir)) - started).toBeGreaterThan(1);
  expect(await listSnapshots(storage)).toEqual([]);
  await add(database, 5);
  await replicator.copy();
  const [snapshot] = await listSnapshots(storage);
  const { takenAt, through } = await readSnapshot(storage, snapshot?.id ?? "");
  const ids = await readIds(database);
  expect(await readRestored(storage, Date.parse(takenAt))).toEqual(ids);
  await expect(readRestored(storage, Date.parse(takenAt) - 1)).rejects.toThrow("oldest restorable");
  await add(database, 5);
  await replicator.copy();
  await replicator.close();
  expect(await readRestored(storage)).toEqual(await readIds(database));
  for await (const { file } of storage.list("changes")) {
    if (file.includes(`/${String(through).padStart(10, "0")}-`)) await storage.remove(file);
  }
  await expect(readRestored(storage, Date.parse(takenAt))).rejects.toThrow("lacks changes");
});

test("continues its chain after a restart, and starts a new one if it missed commits", async () => {
  const { database, open, storage, logged } = await openSite();
  const work = async () => {
    const replicator = open();
    await takeSnapshot(replicator);
    // The next write restarts a WAL that is fully checkpointed.
    await add(database, 1);
    await replicator.copy();
    await replicator.close();
    return (await listSnapshots(storage)).length;
  };
  expect(await work()).toBe(1);
  await add(database, 5);
  expect([await work(), logged]).toEqual([1, []]);
  const before = { at: Date.now(), ids: await readIds(database) };
  await expect.poll(Date.now, { interval: 1 }).toBeGreaterThan(before.at);
  await add(database, 5);
  await sql`pragma wal_checkpoint(truncate)`.execute(database.db);
  await add(database, 5);
  expect([await work(), logged]).toEqual([2, ["continuous backup restarted with a new snapshot"]]);
  expect(await readRestored(storage)).toEqual(await readIds(database));
  expect(await readRestored(storage, before.at)).toEqual(before.ids);
});

test("an unavailable storage delays it, and a lost response does no harm", async () => {
  const { database, open, storage, logged, storedAt } = await openSite();
  const replicator = open();
  await takeSnapshot(replicator);
  storage.failure = "away";
  await add(database, 5);
  const before = storedAt();
  for (let time = 0; time < 3; time += 1) await replicator.copy();
  expect([storedAt(), logged]).toEqual([before, ["continuous backup failed"]]);
  storage.failure = "lost answer";
  await replicator.copy();
  await add(database, 5);
  storage.failure = undefined;
  await replicator.copy();
  expect(storedAt()).toBeGreaterThan(before);
  expect(logged.slice(1)).toEqual(["continuous backup works again"]);
  await replicator.close();
  expect(await readRestored(storage)).toEqual(await readIds(database));
  expect((await listSnapshots(storage)).length).toBe(1);
});

test("a long outage of the storage does not fill the disk: the WAL is released", async () => {
  const { database, open, storage, logged, dataDir } = await openSite({ maxLogBytes: 600_000 });
  const replicator = open();
  await takeSnapshot(replicator);
  storage.failure = "away";
  const log = path.join(dataDir, `${sqliteFile}-wal`);
  const fill = async () => {
    for (let round = 0; round < 8; round += 1) {
      await add(database, 200);
      await replicator.copy();
      await sql`pragma wal_checkpoint(passive)`.execute(database.db);
    }
    return (await stat(log)).size;
  };
  const first = await fill();
  expect(logged).toContain("continuous backup stopped: the WAL exceeded its size limit");
  expect(await fill()).toBe(first);
  storage.failure = undefined;
  await takeSnapshot(replicator);
  await replicator.close();
  expect(await readRestored(storage)).toEqual(await readIds(database));
});

test("names a damaged change set and the time before it, and a damaged snapshot", async () => {
  const { database, open, storage, folder } = await openSite();
  const replicator = open();
  await takeSnapshot(replicator);
  for (let round = 0; round < 4; round += 1) {
    await add(database, 3);
    await replicator.copy();
    await expect.poll(Date.now, { interval: 1 }).toBeGreaterThan(Date.now() + 1);
  }
  await replicator.close();
  const names: string[] = [];
  for await (const { file } of storage.list()) names.push(file);
  const whole = await readRestored(storage);
  const [second = ""] = names.filter((name) => name.includes("/0000000002-"));
  const [part = ""] = names.filter((name) => name.startsWith("parts/"));
  const reasons = {
    torn: async (file: string) => truncate(file, (await stat(file)).size - 9),
    changed: async (file: string) => {
      const bytes = await readFile(file);
      bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
      await writeFile(file, bytes);
    },
    missing: (file: string) => rm(file),
  };
  for (const [name, breakFile] of Object.entries(reasons)) {
    for (const broken of [second, part]) {
      const file = path.join(folder, "backup", broken);
      const kept = await readFile(file);
      await breakFile(file);
      const error = await readRestored(storage).catch((reason: unknown) => String(reason));
      expect(error, `${name} ${broken}`).toMatch(
        broken === part ? /^Error: .*snapshot/ : /cannot be used.* Restore before it: --at 20/,
      );
      const at = / --at (\S+)$/.exec(String(error))?.[1];
      if (at) expect((await readRestored(storage, Date.parse(at))).length).toBe(3);
      await writeFile(file, kept);
    }
  }
  expect(await readRestored(storage)).toEqual(whole);
});

test("removes files that are no longer needed to restore to the retention limit", async () => {
  const { database, open, storage } = await openSite({ snapshotEveryMs: 0 });
  const replicator = open();
  const listAll = async () => {
    const names: string[] = [];
    for await (const { file } of storage.list()) names.push(file);
    return names;
  };
  for (let round = 0; round < 3; round += 1) {
    await add(database, 2);
    await takeSnapshot(replicator);
  }
  const first = await listAll();
  const begun = (await listSnapshots(storage)).map(({ begunAt }) => begunAt);
  const [, second = 0] = begun;
  await removeOld(storage, hours(1), second + hours(1));
  expect((await listSnapshots(storage)).map(({ begunAt }) => begunAt)).toEqual(begun.slice(1));
  expect((await listAll()).length).toBeLessThan(first.length);
  await replicator.close();
  expect(await readRestored(storage)).toEqual(await readIds(database));
  const { takenAt } = await readSnapshot(storage, (await listSnapshots(storage))[0]?.id ?? "");
  expect((await readRestored(storage, Date.parse(takenAt))).length).toBe(4);
});
