import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startS3Server } from "../../../../../tests/support/s3-server.ts";
import { listStorage } from "../../../../../tests/support/stored-files.ts";
import { seconds } from "../../../contract/durations.ts";
import { readConfig } from "../../config/config.ts";
import { DiskStorage } from "../../files/disk-storage.ts";
import type { FileStorage } from "../../files/file-storage.ts";
import { openStorage } from "../../files/open-storage.ts";
import { BackupInUseError, BackupLease } from "./backup-lease.ts";

class TestStorage extends DiskStorage {
  isAway = false;
  /** Runs before a file is created; then it is overwritten if it exists, as Garage does. */
  beforeOverwriting: (() => Promise<void>) | undefined;

  override list(folder?: string) {
    if (this.isAway) throw new Error("away");
    return super.list(folder);
  }

  override async writeNew(file: string, bytes: Buffer): Promise<boolean> {
    const { beforeOverwriting } = this;
    this.beforeOverwriting = undefined;
    if (!beforeOverwriting) return super.writeNew(file, bytes);
    await beforeOverwriting();
    await super.write(file, bytes);
    return true;
  }
}

async function openDisk(): Promise<TestStorage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-lease-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return new TestStorage(path.join(folder, "backup"));
}

const adapters: Readonly<Record<string, () => Promise<FileStorage>>> = {
  "a disk": openDisk,
  async "an object store"() {
    return openStorage(readConfig((await startS3Server()).settings), "files");
  },
};

/** Servers of one storage; `clock.ms` is the time of all of them. */
function openServers(storage: FileStorage) {
  const clock = { ms: 0 };
  const start = (owner: string) => new BackupLease(storage, owner, () => clock.ms);
  return { clock, start };
}

/** The error of an attempt; "held" if there is none. */
async function tryToHold(lease: BackupLease): Promise<string> {
  return lease.hold().then(
    () => "held",
    (error: unknown) => (error instanceof BackupInUseError ? "in use" : String(error)),
  );
}

const tryAll = (leases: readonly BackupLease[]) => Promise.all(leases.map(tryToHold));

describe.for(Object.entries(adapters))("the lease of a backup on %s", ([, openAdapter]) => {
  test("belongs to the same owner at once after a kill", async () => {
    const storage = await openAdapter();
    const { start } = openServers(storage);
    for (let round = 0; round < 4; round += 1)
      expect(await tryAll([start("a:/data")])).toEqual(["held"]);
    // The current lease and the one before it.
    expect(await listStorage(storage)).toEqual(["lease/0000000003", "lease/0000000004"]);
  });

  test("is denied to others while it is renewed, and expires a minute after that", async () => {
    const { clock, start } = openServers(await openAdapter());
    const [one, other] = [start("a:/data"), start("b:/data")];
    await one.hold();
    const messages = new Set<string>();
    for (; clock.ms < seconds(200); clock.ms += seconds(2)) {
      expect(await tryToHold(one)).toBe("held");
      await other.hold().catch((error: Error) => messages.add(error.message));
    }
    expect([...messages]).toEqual([
      expect.stringMatching(/^BACKUP_URL is in use by another server: a:\/data, .* at \d{4}-.*Z$/),
    ]);
    // It is renewed every 16 seconds here, since it is due after 15.
    for (const lastRenewal = seconds(192); clock.ms < lastRenewal + seconds(60); ) {
      expect(await tryToHold(other)).toBe("in use");
      clock.ms += seconds(2);
    }
    expect(await tryToHold(other)).toBe("held");
    expect(await tryToHold(one)).toBe("in use");
  });

  test("is released by a clean stop to a server that starts later, but not to a waiting one", async () => {
    const { clock, start } = openServers(await openAdapter());
    const [one, waiting, later] = [start("a:/data"), start("b:/data"), start("c:/data")];
    expect(await tryAll([one])).toEqual(["held"]);
    expect(await tryAll([waiting])).toEqual(["in use"]);
    await waiting.release();
    expect(await tryAll([start("d:/data")])).toEqual(["in use"]);
    await one.release();
    expect(await tryAll([waiting])).toEqual(["in use"]);
    const restarted = start("a:/data");
    expect(await tryAll([restarted])).toEqual(["held"]);
    await restarted.release();
    expect(await tryAll([later])).toEqual(["held"]);
    await later.release();
    expect(await tryAll([waiting])).toEqual(["in use"]);
    clock.ms += seconds(60);
    expect(await tryAll([waiting])).toEqual(["held"]);
  });

  test("goes to exactly one of several concurrent starts, the first time and after expiry", async () => {
    const { clock, start } = openServers(await openAdapter());
    const leases = ["a", "b", "c", "d"].map(start);
    const isHeld = (state: string) => state === "held";
    const first = await tryAll(leases);
    expect(first.filter(isHeld)).toHaveLength(1);
    const others = leases.filter((_, index) => !isHeld(first[index] ?? ""));
    await tryAll(others);
    clock.ms += seconds(61);
    expect((await tryAll(others)).filter(isHeld)).toHaveLength(1);
    clock.ms += seconds(16);
    expect((await tryAll(leases)).filter(isHeld)).toHaveLength(1);
  });
});

test("a store that overwrites files has one owner from the first renewal on", async () => {
  const storage = await openDisk();
  const { clock, start } = openServers(storage);
  const [one, other] = [start("a:/data"), start("b:/data")];
  storage.beforeOverwriting = async () => expect(await tryAll([one])).toEqual(["held"]);
  expect(await tryAll([other])).toEqual(["held"]);
  for (let round = 0; round < 5; round += 1) {
    clock.ms += seconds(16);
    expect(await tryAll([one, other])).toEqual(["in use", "held"]);
  }
});

test("of two servers with the same name, the one that started last keeps the lease", async () => {
  const { clock, start } = openServers(await openDisk());
  const [one, other] = [start("a:/data"), start("a:/data")];
  expect(await tryAll([one])).toEqual(["held"]);
  expect(await tryAll([other])).toEqual(["held"]);
  for (let round = 0; round < 9; round += 1) {
    clock.ms += seconds(16);
    expect(await tryAll([one, other])).toEqual(["in use", "held"]);
  }
});

test("a server that was frozen notices that another one had the lease meanwhile", async () => {
  const { clock, start } = openServers(await openDisk());
  const [one, other] = [start("a:/data"), start("b:/data")];
  expect(await tryAll([one])).toEqual(["held"]);
  expect(await tryAll([other])).toEqual(["in use"]);
  clock.ms += seconds(61);
  expect(await tryAll([other])).toEqual(["held"]);
  await other.release();
  // It must start again, although the lease is free.
  expect(await tryAll([one])).toEqual(["in use"]);
  clock.ms += seconds(60);
  expect(await tryAll([one])).toEqual(["held"]);
});

test("neither clocks of other machines nor damaged contents matter, only changes", async () => {
  for (const renewedAt of ["1999-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z", undefined]) {
    const storage = await openDisk();
    const { clock, start } = openServers(storage);
    const lease = { id: "", owner: "a:/data", renewedAt, isReleased: false };
    await storage.write("lease/0000000007", Buffer.from(JSON.stringify(lease)));
    const other = start("b:/data");
    expect(await tryToHold(other)).toBe("in use");
    clock.ms += seconds(59);
    expect(await tryToHold(other)).toBe("in use");
    clock.ms += seconds(1);
    expect(await tryToHold(other)).toBe("held");
  }
});

test("a failing storage ends nothing, and an outage does not count as expiry", async () => {
  const storage = await openDisk();
  const { clock, start } = openServers(storage);
  const [one, other] = [start("a:/data"), start("b:/data")];
  expect(await tryAll([one])).toEqual(["held"]);
  expect(await tryAll([other])).toEqual(["in use"]);
  storage.isAway = true;
  clock.ms += seconds(14);
  expect(await tryAll([one, other])).toEqual(["held", "Error: away"]);
  clock.ms += seconds(300);
  expect(await tryAll([one, other])).toEqual(["Error: away", "Error: away"]);
  storage.isAway = false;
  expect(await tryAll([other])).toEqual(["in use"]);
  expect(await tryAll([one])).toEqual(["held"]);
});
