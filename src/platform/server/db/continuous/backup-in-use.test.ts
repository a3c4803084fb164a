import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { makeSubmission } from "../../../../../tests/support/rows.ts";
import { listStorage } from "../../../../../tests/support/stored-files.ts";
import { hours, seconds } from "../../../contract/durations.ts";
import { DiskStorage } from "../../files/disk-storage.ts";
import { sqliteFile } from "../client.ts";
import { openDatabase } from "../open-database.ts";
import { listSnapshots, removeOld } from "./backup-store.ts";
import { Replicator } from "./replicator.ts";
import { restoreContinuous } from "./restore-continuous.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-in-use-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

class SlowStorage extends DiskStorage {
  /** Runs before each change set is stored. */
  onChanges: (() => Promise<void>) | undefined;

  override async writeNew(file: string, bytes: Buffer): Promise<boolean> {
    if (file.startsWith("changes/")) await this.onChanges?.();
    return super.writeNew(file, bytes);
  }
}

async function openServers() {
  const storage = new SlowStorage(path.join(await makeFolder(), "backup"));
  const clock = { ms: 0 };
  const openServer = async () => {
    const dataDir = await makeFolder();
    const file = path.join(dataDir, sqliteFile);
    const database = await openDatabase({ dataDir });
    onTestFinished(() => database.close());
    const server = {
      dataDir,
      database,
      storedAt: 0,
      logged: [] as string[],
      start: () =>
        new Replicator({
          file,
          storage,
          keepMs: hours(1),
          log: (level, message, about) =>
            server.logged.push(JSON.stringify([level, message, about])),
          onStored: ({ at }) => {
            server.storedAt = at;
          },
          now: () => clock.ms,
        }),
      /** Adds a record. @returns the IDs of all */
      async add(): Promise<string[]> {
        await database.write((trx) =>
          trx.insertInto("submissions").values(makeSubmission()).execute(),
        );
        return readIds(dataDir);
      },
      /** Whether the backup keeps SQLite from overwriting the WAL. */
      isPinned(): boolean {
        const other = new DatabaseSync(file, { timeout: 0 });
        const { busy } = other.prepare("pragma wal_checkpoint(restart)").get() ?? {};
        other.close();
        return busy === 1;
      },
    };
    return server;
  };
  return { storage, clock, servers: [await openServer(), await openServer()] as const };
}

function readIds(dataDir: string): string[] {
  const database = new DatabaseSync(path.join(dataDir, sqliteFile));
  const rows = database.prepare("select id from submissions order by id").all();
  database.close();
  return rows.map(({ id }) => String(id));
}

async function readRestored(storage: DiskStorage): Promise<string[]> {
  const dataDir = path.join(await makeFolder(), "restored");
  await restoreContinuous(storage, dataDir);
  return readIds(dataDir);
}

async function takeSnapshot(replicator: Replicator): Promise<void> {
  await replicator.copy();
  await replicator.untilFileCopied();
  await replicator.copy();
}

const inUse = ({ dataDir }: { readonly dataDir: string }) =>
  expect.stringMatching(
    `^\\["error","continuous backup failed",{"reason":"BACKUP_URL is in use by another server: ${os.hostname()}:${dataDir}, last renewed at 20`,
  );

test("a second server copies nothing, pins nothing and logs one error, until the lease expires", async () => {
  const { storage, clock, servers } = await openServers();
  const [one, other] = servers;
  const [first, second] = [one.start(), other.start()];
  await takeSnapshot(first);
  const ids = await one.add();
  const otherIds = await other.add();
  expect([one.isPinned(), other.isPinned()]).toEqual([true, false]);
  await first.copy();
  const names = await listStorage(storage);
  for (; clock.ms < seconds(90); clock.ms += seconds(2)) {
    await first.copy();
    await second.copy();
  }
  expect(await listStorage(storage)).toEqual(names);
  expect([other.storedAt, other.isPinned(), other.logged]).toEqual([0, false, [inUse(one)]]);
  expect(await readRestored(storage)).toEqual(ids);

  // The first one is frozen, so the second one takes over.
  clock.ms += seconds(61);
  await takeSnapshot(second);
  expect(other.logged.slice(1)).toEqual([
    expect.stringContaining("restarted with a new snapshot"),
    expect.stringContaining("works again"),
  ]);
  expect(await readRestored(storage)).toEqual(otherIds);
  await one.add();
  expect(one.isPinned()).toBe(true);
  const before = [await listStorage(storage), one.storedAt];
  for (let time = 0; time < 3; time += 1) await first.copy();
  expect([await listStorage(storage), one.storedAt]).toEqual(before);
  expect([one.isPinned(), one.logged]).toEqual([false, [inUse(other)]]);

  await removeOld(storage, 0, Date.now() + hours(9));
  expect((await listStorage(storage)).filter((name) => name.startsWith("lease/"))).toHaveLength(2);
  await other.add();
  await second.copy();
  expect(await readRestored(storage)).toEqual(readIds(other.dataDir));
});

test("a killed server continues its backup at once, and a stopped one hands over at once", async () => {
  const { storage, servers } = await openServers();
  const [one, other] = servers;
  const killed = one.start();
  await one.add();
  await takeSnapshot(killed);
  await one.add();
  await killed.copy();
  const ids = await one.add();
  // Like a kill: the lease is not released, and the last commit is not copied.
  await killed.close();
  const restarted = one.start();
  await restarted.copy();
  expect(one.logged).toEqual([]);
  expect(await listSnapshots(storage)).toHaveLength(1);
  expect(await readRestored(storage)).toEqual(ids);

  const otherIds = await other.add();
  const waiting = other.start();
  await waiting.copy();
  const last = await one.add();
  await restarted.run(AbortSignal.abort());
  await waiting.copy();
  expect([await readRestored(storage), other.logged]).toEqual([last, [inUse(one)]]);
  const second = other.start();
  await takeSnapshot(second);
  expect(await readRestored(storage)).toEqual(otherIds);
  await restarted.close();
  await second.close();
});

test("the lease is also renewed while many commits are stored slowly", async () => {
  const { storage, clock, servers } = await openServers();
  const [one, other] = servers;
  const [first, second] = [one.start(), other.start()];
  await takeSnapshot(first);
  const database = new DatabaseSync(path.join(one.dataDir, sqliteFile));
  database.exec("create table filler (bytes blob); insert into filler values (zeroblob(90000000))");
  database.close();
  let stored = 0;
  storage.onChanges = async () => {
    stored += 1;
    clock.ms += seconds(20);
    await second.copy();
  };
  await first.copy();
  expect(stored).toBeGreaterThan(4);
  expect([one.logged, other.logged]).toEqual([[], [inUse(one)]]);
  await first.close();
});
