import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { days, minutes, seconds } from "../../../contract/durations.ts";
import { ApiError } from "../../api-error.ts";
import type { FileStorage } from "../../files/file-storage.ts";
import type { StoredTimes } from "./backup-lag.ts";
import { BackupInUseError, BackupLease } from "./backup-lease.ts";
import { removeOld } from "./backup-store.ts";
import { ChangeChain } from "./change-chain.ts";
import { LogPins } from "./log-pins.ts";
import { makeId, SnapshotUpload } from "./snapshot-upload.ts";
import { BrokenLogError, WriteAheadLog } from "./write-ahead-log.ts";

/** Limits of a continuous backup; tests have shorter ones. */
export interface ReplicatorLimits {
  /** Polling interval of the WAL, in milliseconds. */
  readonly everyMs: number;
  /** Number of frames at which the WAL is checkpointed, so that it restarts. */
  readonly maxFrames: number;
  /**
   * Maximum size of the WAL while the storage is unavailable, in bytes. Above it the WAL is
   * released, so that the disk does not fill, and the backup restarts later with a new snapshot.
   */
  readonly maxLogBytes: number;
  /** Bytes of the database file in each part of a snapshot. */
  readonly partBytes: number;
  /** Interval of snapshots, in milliseconds. */
  readonly snapshotEveryMs: number;
  /** Delay before a failed snapshot is retried, in milliseconds. */
  readonly retryMs: number;
}

const defaultLimits: ReplicatorLimits = {
  everyMs: seconds(2),
  maxFrames: 4000,
  maxLogBytes: 1024 ** 3,
  partBytes: 16 * 1024 ** 2,
  snapshotEveryMs: days(1),
  retryMs: minutes(1),
};

export interface ReplicatorOptions {
  readonly file: string;
  readonly storage: FileStorage;
  /** How far back a restore must be possible, in milliseconds. */
  readonly keepMs: number;
  readonly limits?: Partial<ReplicatorLimits>;
  readonly log: (level: "warn" | "error", message: string, about?: object) => void;
  /** Called whenever commits are stored. */
  readonly onStored: (stored: StoredTimes) => void;
  /** Clock of the lease; tests have another one. */
  readonly now?: () => number;
}

/** Open while the WAL is pinned. */
interface Replication {
  readonly pins: LogPins;
  readonly log: WriteAheadLog;
  readonly chain: ChangeChain;
}

/**
 * Copies every commit of a SQLite file to a storage within seconds, from another process: it reads
 * the write-ahead log (WAL) and keeps SQLite from overwriting it before it is copied. A chain of
 * change sets starts with a snapshot of the whole file and continues as long as no commit was
 * missed; otherwise a new chain starts.
 */
export class Replicator {
  readonly #options: ReplicatorOptions;
  readonly #limits: ReplicatorLimits;
  readonly #lease: BackupLease;
  #open: Replication | undefined;
  #snapshot: SnapshotUpload | undefined;
  #nextSnapshotAt = 0;
  #removing: Promise<unknown> | undefined;
  /** Number of frames at which the WAL is checkpointed next. */
  #emptyAt = 0;
  #failure: string | undefined;
  #snapshotFailure: string | undefined;

  constructor(options: ReplicatorOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    const owner = `${os.hostname()}:${path.dirname(options.file)}`;
    this.#lease = new BackupLease(options.storage, owner, options.now);
  }

  /**
   * Copies until the signal, then the remaining commits, and lets another server continue. Logs
   * errors and retries.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.copy();
      await wait(this.#limits.everyMs, undefined, { signal }).catch(() => undefined);
    }
    await this.copy();
    await this.#lease.release().catch((error: unknown) => {
      this.#report("releasing the lease of the continuous backup failed", error);
    });
  }

  /** Copies the commits since the last call, unless another server uses the storage. */
  async copy(): Promise<void> {
    try {
      const at = Date.now();
      await this.#lease.hold();
      this.#open ??= await this.#start();
      const copied = this.#snapshot?.isOver ? this.#snapshot : undefined;
      await this.#copyChanges(this.#open);
      if (copied) await this.#finishSnapshot(copied, this.#open.chain);
      const { snapshotAt } = this.#open.chain;
      if (snapshotAt !== undefined) this.#options.onStored({ at, snapshotAt });
      await this.#takeSnapshot(this.#open);
      if (this.#failure !== undefined) this.#options.log("warn", "continuous backup works again");
      this.#failure = undefined;
    } catch (error) {
      this.#failure = this.#report("continuous backup failed", error, this.#failure);
      if (error instanceof BrokenLogError || error instanceof BackupInUseError) await this.close();
    }
    if (this.#open && this.#failure !== undefined && this.#isLogTooLarge(this.#open)) {
      const message = "continuous backup stopped: the WAL exceeded its size limit";
      this.#options.log("error", message);
      await this.close();
    }
  }

  /** Resolves when the file of a snapshot is copied; the next `copy` completes it. */
  async untilFileCopied(): Promise<void> {
    await this.#snapshot?.done;
  }

  async close(): Promise<void> {
    this.#snapshot?.cancel();
    await this.#snapshot?.done;
    this.#snapshot = undefined;
    await this.#removing;
    this.#open?.pins.close();
    this.#open?.log.close();
    this.#open = undefined;
  }

  /** Continues the last chain if the WAL still has all commits after it; else starts a new one. */
  async #start(): Promise<Replication> {
    const { file, storage, log: write } = this.#options;
    // First, so that nothing is pinned while the storage is unavailable.
    const end = await ChangeChain.findEnd(storage);
    const pins = new LogPins(file);
    const log = new WriteAheadLog(file);
    const index = log.readIndex();
    this.#emptyAt = this.#limits.maxFrames;
    if (end && log.has(end.position, index)) {
      this.#nextSnapshotAt = (end.snapshotAt ?? 0) + this.#limits.snapshotEveryMs;
      return { pins, log, chain: new ChangeChain(storage, end) };
    }
    if (end) write("warn", "continuous backup restarted with a new snapshot");
    this.#nextSnapshotAt = 0;
    const { pageSize: _, ...position } = index;
    return { pins, log, chain: ChangeChain.begin(storage, position) };
  }

  async #copyChanges({ chain, log, pins }: Replication): Promise<void> {
    await chain.store();
    for (const _ of chain.read(log)) {
      await this.#lease.hold();
      await chain.store();
    }
    pins.move();
    const { frame } = chain.position;
    if (frame < this.#emptyAt) return;
    const isEmpty = this.#emptyLog();
    this.#emptyAt = isEmpty ? this.#limits.maxFrames : frame + this.#limits.maxFrames;
    await chain.store();
  }

  /** @returns whether everything that was copied is in the database file */
  #emptyLog(): boolean {
    if (!this.#open) return false;
    const { chain, log, pins } = this.#open;
    const copyRest = () => {
      // Writers are blocked here, so a large rest is left to the next call.
      if (log.countFrames(chain.position) > this.#limits.maxFrames) return false;
      for (const _ of chain.read(log));
      return true;
    };
    return pins.emptyLog(copyRest);
  }

  async #takeSnapshot({ chain, log }: Replication): Promise<void> {
    const begunAt = Date.now();
    if (this.#snapshot || begunAt < this.#nextSnapshotAt) return;
    // Other long-running readers may prevent it; retried at the next call.
    if (!this.#emptyLog()) return;
    await chain.store();
    const { pageSize } = log.readIndex();
    const about = { id: makeId(begunAt), pageSize, ...chain.place };
    const { partBytes } = this.#limits;
    this.#snapshot = new SnapshotUpload(this.#options.storage, log, about, partBytes);
  }

  async #finishSnapshot(snapshot: SnapshotUpload, chain: ChangeChain): Promise<void> {
    const { storage, keepMs } = this.#options;
    const { snapshotEveryMs, retryMs } = this.#limits;
    const now = Date.now();
    this.#snapshot = undefined;
    try {
      await snapshot.complete(chain.place.sequence, now);
      chain.snapshotAt = now;
      this.#nextSnapshotAt = now + snapshotEveryMs;
      this.#snapshotFailure = undefined;
    } catch (error) {
      this.#nextSnapshotAt = now + retryMs;
      const message = "snapshot of the continuous backup failed";
      this.#snapshotFailure = this.#report(message, error, this.#snapshotFailure);
      return;
    }
    this.#removing = removeOld(storage, keepMs, now).catch((error: unknown) => {
      this.#report("removing old backups failed", error);
    });
  }

  #isLogTooLarge({ log }: Replication): boolean {
    const { frame, pageSize } = log.readIndex();
    return frame * pageSize > this.#limits.maxLogBytes;
  }

  /** Logs an error, unless its reason is the same as last time. @returns its reason */
  #report(message: string, error: unknown, last?: string): string {
    const reason = describe(error);
    if (reason !== last) this.#options.log("error", message, { reason });
    return reason;
  }
}

/** A storage's error code, such as "ECONNREFUSED" or "S3_403 AccessDenied", else the message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ApiError && "code" in error && error.code) return String(error.code);
  return error.message;
}
