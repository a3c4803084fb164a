import { hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FileStorage } from "../../files/file-storage.ts";
import { requireEmptyFolder, restoreIntoFolder } from "../backup/restore-folder.ts";
import { sqliteFile } from "../client.ts";
import {
  type ChangeSetName,
  hashOf,
  listChanges,
  listSnapshots,
  nameOfPart,
  readSnapshot,
  type Snapshot,
} from "./backup-store.ts";
import { decodeChanges, decompress } from "./change-set.ts";

/** Number of change sets fetched concurrently, to hide the latency of the storage. */
const ahead = 8;

export interface RestoredChain {
  /** State of the database: nothing in it was committed later. Milliseconds since 1970. */
  readonly at: number;
  readonly snapshotAt: number;
  readonly changeSets: number;
}

/**
 * Restores a SQLite database into an empty or missing `dataDir`, as of a given time or the latest.
 * All or nothing, like `restoreFrom`.
 * @param until milliseconds since 1970; the latest state by default
 * @throws Error with the reason if the backup does not reach back that far or is damaged
 */
export async function restoreContinuous(
  storage: FileStorage,
  dataDir: string,
  until?: number,
): Promise<RestoredChain> {
  const { snapshot, changes, ...found } = await findRestorable(storage, until);
  await restoreIntoFolder(dataDir, async (building) => {
    const file = path.join(building, sqliteFile);
    const handle = await open(file, "wx", 0o600);
    try {
      await fetchSnapshot(storage, snapshot, handle);
      await applyChanges(storage, snapshot, changes, handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    checkDatabase(file);
  });
  return found;
}

/** What `restoreContinuous` would restore, without checking contents. @throws Error like it */
export async function checkContinuous(
  storage: FileStorage,
  dataDir: string,
  until?: number,
): Promise<RestoredChain> {
  await requireEmptyFolder(dataDir);
  const { snapshot: _, changes: __, ...found } = await findRestorable(storage, until);
  return found;
}

async function findRestorable(storage: FileStorage, until = Number.POSITIVE_INFINITY) {
  const snapshot = await findSnapshot(storage, until);
  const listed = await listChanges(storage, snapshot, Math.min(until, Date.now()));
  const changes = listed.slice(0, listed.findLastIndex(({ isCommitted }) => isCommitted) + 1);
  requireWhole(snapshot, changes);
  const snapshotAt = Date.parse(snapshot.takenAt);
  const at = changes.at(-1)?.at ?? snapshotAt;
  return { snapshot, changes, at, snapshotAt, changeSets: changes.length };
}

async function findSnapshot(storage: FileStorage, until: number): Promise<Snapshot> {
  const snapshots = await listSnapshots(storage);
  const [oldest] = snapshots;
  if (!oldest) throw new Error("No complete snapshot found at this location.");
  for (const { id, begunAt } of snapshots.reverse()) {
    if (begunAt > until) continue;
    const snapshot = await readSnapshot(storage, id);
    if (Date.parse(snapshot.takenAt) <= until) return snapshot;
  }
  const earliest = (await readSnapshot(storage, oldest.id)).takenAt;
  throw new Error(`The oldest restorable time is ${earliest}.`);
}

function requireWhole(snapshot: Snapshot, changes: readonly ChangeSetName[]): void {
  const { id, sequence, through = sequence } = snapshot;
  for (const [index, one] of changes.entries()) {
    if (one.sequence === sequence + index + 1) continue;
    throw damaged(one, "changes before it are missing", restorable(snapshot, changes[index - 1]));
  }
  if (sequence + changes.length < through) {
    throw new Error(`Snapshot ${id} lacks changes. Restore to an earlier time`);
  }
}

/** The change set, if the snapshot is complete with it. */
function restorable({ sequence, through = sequence }: Snapshot, one: ChangeSetName | undefined) {
  return one && one.sequence >= through ? one : undefined;
}

async function fetchSnapshot(
  storage: FileStorage,
  { id, parts, bytes }: Snapshot,
  handle: FileHandle,
): Promise<void> {
  let position = 0;
  for (const [number, sha256] of parts.entries()) {
    const part = await fetchPart(storage, nameOfPart(id, number), sha256).catch((error) => {
      throw new Error(
        `Part ${number} of snapshot ${id} cannot be used: ${error.message}. Restore to an earlier time`,
        { cause: error },
      );
    });
    await handle.write(part, 0, part.length, position);
    position += part.length;
  }
  if (position !== bytes) throw new Error(`Snapshot ${id} is incomplete.`);
}

async function fetchPart(storage: FileStorage, file: string, sha256: string): Promise<Buffer> {
  const packed = await storage.readWhole(file);
  if (!packed) throw new Error("it is missing");
  const part = decompress(packed);
  if (hash("sha256", part) !== sha256) throw new Error("it differs from its checksum");
  return part;
}

async function applyChanges(
  storage: FileStorage,
  snapshot: Snapshot,
  changes: readonly ChangeSetName[],
  handle: FileHandle,
): Promise<void> {
  const { chain, pageSize } = snapshot;
  let { previous } = snapshot;
  let last: ChangeSetName | undefined;
  for await (const [one, bytes] of fetchAhead(storage, changes)) {
    try {
      if (!bytes) throw new Error("it is missing");
      const { header, pages } = decodeChanges(bytes);
      const isNext = header.chain === chain && header.sequence === one.sequence;
      if (!isNext || header.previous !== previous) {
        throw new Error("it does not follow the previous one");
      }
      for (const [number, page] of pages) {
        await handle.write(page, 0, pageSize, (number - 1) * pageSize);
      }
      if (header.isCommitted) await handle.truncate(header.databasePages * pageSize);
      previous = hashOf(bytes);
      if (header.isCommitted) last = restorable(snapshot, one);
    } catch (error) {
      throw damaged(one, error instanceof Error ? error.message : String(error), last);
    }
  }
}

/** Fetches several concurrently, and yields them in order. */
async function* fetchAhead(storage: FileStorage, changes: readonly ChangeSetName[]) {
  const fetching: Promise<Buffer | undefined>[] = [];
  for (const [index, one] of changes.entries()) {
    while (fetching.length < Math.min(changes.length, index + ahead)) {
      const next = changes[fetching.length];
      const bytes = next ? storage.readWhole(next.file) : Promise.resolve(undefined);
      // The error is thrown where it is awaited.
      bytes.catch(() => undefined);
      fetching.push(bytes);
    }
    yield [one, await fetching[index]] as const;
    fetching[index] = Promise.resolve(undefined);
  }
}

function damaged({ file }: ChangeSetName, reason: string, last: ChangeSetName | undefined): Error {
  const before = last
    ? `before it: --at ${new Date(last.at).toISOString()}`
    : "an earlier snapshot";
  return new Error(`${file} cannot be used: ${reason}. Restore ${before}`);
}

function checkDatabase(file: string): void {
  const database = new DatabaseSync(file);
  try {
    const { integrity_check: result } = database.prepare("pragma integrity_check(1)").get() ?? {};
    if (result !== "ok") throw new Error(`The restored database is damaged: ${result}`);
    const broken = database.prepare("pragma foreign_key_check").get();
    if (broken) throw new Error(`The restored database lacks rows of ${broken.parent}.`);
  } finally {
    database.close();
  }
}
