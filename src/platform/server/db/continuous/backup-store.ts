import { hash } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import { days, minutes, seconds } from "../../../contract/durations.ts";
import type { BackupSettings } from "../../config/backup-settings.ts";
import { DiskStorage } from "../../files/disk-storage.ts";
import type { FileStorage } from "../../files/file-storage.ts";
import type { deletionArea } from "../../files/open-storage.ts";
import { S3Storage } from "../../files/s3-storage.ts";
import { logPosition, parseJson } from "./change-set.ts";

/** A part of 16 MB may take longer than a picture. */
const limits = { writeMs: minutes(2), answerMs: seconds(10) };

/** Opens the storage of a backup. @param area "sqlite" has the backup itself */
export async function openBackupStorage(
  settings: BackupSettings,
  area: "sqlite" | typeof deletionArea = "sqlite",
): Promise<FileStorage> {
  if ("objectStore" in settings) {
    return new S3Storage(settings.objectStore, area, limits);
  }
  return new DiskStorage(path.join(settings.folder, area));
}

const snapshotForm = z.strictObject({
  version: z.literal(1),
  /** Snapshot ID: start time and random suffix. */
  id: z.string(),
  chain: z.string(),
  /** Contains everything up to this change set of its chain; `previous` is its SHA-256. */
  sequence: z.number(),
  previous: z.string(),
  /**
   * Change sets up to this one must be applied to it, since SQLite wrote to the file while it was
   * copied. Backups without this field need none.
   */
  through: z.number().optional(),
  end: logPosition,
  /** ISO 8601: nothing in it or in those change sets was committed later. */
  takenAt: z.string(),
  pageSize: z.number(),
  bytes: z.number(),
  /** SHA-256 of its parts before compression, in order. */
  parts: z.array(z.string()),
});

/** A copy of the whole database file in the storage; this description is written last. */
export type Snapshot = z.infer<typeof snapshotForm>;

export interface ChangeSetName {
  readonly file: string;
  readonly sequence: number;
  /** Milliseconds since 1970: nothing in it was committed later. */
  readonly at: number;
  readonly isCommitted: boolean;
}

/** Timestamp for names, which sort by it: 20261123T120000123Z. */
export function stampOf(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:.]/g, "");
}

function timeOf(stamp: string): number {
  const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;
  return Date.parse(stamp.replace(form, "$1-$2-$3T$4:$5:$6.$7Z"));
}

function begunAtOf(id: string): number {
  return timeOf(id.slice(0, id.indexOf("-")));
}

export function nameOfChanges(
  chain: string,
  { sequence, at, isCommitted }: Omit<ChangeSetName, "file">,
): string {
  const number = String(sequence).padStart(10, "0");
  const ending = isCommitted ? "whole" : "part";
  const stamp = stampOf(at);
  return `changes/${chain}/${stamp.slice(0, 8)}/${number}-${stamp}.${ending}`;
}

export function nameOfPart(snapshot: string, part: number): string {
  return `parts/${snapshot}/${String(part).padStart(6, "0")}`;
}

const nameOfSnapshot = (id: string) => `snapshots/${id}.json`;

/** Completes a snapshot; afterwards it can be restored. */
export async function writeSnapshot(storage: FileStorage, snapshot: Snapshot): Promise<void> {
  await storage.write(nameOfSnapshot(snapshot.id), Buffer.from(JSON.stringify(snapshot)));
}

/** IDs and start times of all complete snapshots, oldest first. */
export async function listSnapshots(storage: FileStorage) {
  const found: { readonly id: string; readonly begunAt: number }[] = [];
  for await (const { file } of storage.list("snapshots")) {
    const [, id = ""] = /^snapshots\/(\w+-\w+)\.json$/.exec(file) ?? [];
    if (id !== "") found.push({ id, begunAt: begunAtOf(id) });
  }
  return found.sort((one, other) => one.begunAt - other.begunAt);
}

/** @throws Error if it is missing or damaged */
export async function readSnapshot(storage: FileStorage, id: string): Promise<Snapshot> {
  const bytes = await storage.readWhole(nameOfSnapshot(id));
  if (!bytes) throw new Error(`the snapshot ${id} is missing`);
  return parseJson(String(bytes), snapshotForm);
}

/** The change sets of a chain since the start of its snapshot, in order. */
export async function listChanges(
  storage: FileStorage,
  { id, chain, sequence: after }: Snapshot,
  until: number,
): Promise<ChangeSetName[]> {
  const found: ChangeSetName[] = [];
  const form = /\/(\d{10})-(\w+)\.(whole|part)$/;
  // A change set around midnight may be in the folder of an adjacent day.
  const last = until + days(1);
  for (let time = begunAtOf(id) - days(1); time <= last; time += days(1)) {
    for await (const { file } of storage.list(`changes/${chain}/${stampOf(time).slice(0, 8)}`)) {
      const [, number = "", stamp = "", ending] = form.exec(file) ?? [];
      const one = { file, sequence: Number(number), at: timeOf(stamp) };
      if (number === "" || one.sequence <= after || one.at > until) continue;
      found.push({ ...one, isCommitted: ending === "whole" });
    }
  }
  return found.sort((one, other) => one.sequence - other.sequence);
}

/**
 * Removes files that a restore to any time within the last `keepMs` milliseconds does not need.
 * @returns the number of removed files
 */
export async function removeOld(
  storage: FileStorage,
  keepMs: number,
  now: number,
): Promise<number> {
  const snapshots = await listSnapshots(storage);
  const oldest = snapshots.findLast(({ begunAt }) => begunAt <= now - keepMs);
  if (!oldest) return 0;
  const old = snapshots.filter(({ begunAt }) => begunAt < oldest.begunAt);
  // Descriptions first, so that no listed snapshot lacks a part.
  for (const { id } of old) await storage.remove(nameOfSnapshot(id));
  let removed = old.length;
  for await (const { file } of storage.list()) {
    const form = /^(?:changes\/.*-(\w+)\.\w+|parts\/(\w+)-\w+\/\d+)$/;
    const [, changes, part] = form.exec(file) ?? [];
    if (!(timeOf(changes ?? part ?? "") < oldest.begunAt)) continue;
    await storage.remove(file);
    removed += 1;
  }
  return removed;
}

/** SHA-256 of a change set, for the `previous` field of the next one. */
export function hashOf(bytes: Buffer): string {
  return hash("sha256", bytes);
}
