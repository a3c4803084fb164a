import { days } from "../../../contract/durations.ts";
import type { FileStorage } from "../../files/file-storage.ts";
import {
  hashOf,
  listChanges,
  listSnapshots,
  nameOfChanges,
  readSnapshot,
  type Snapshot,
} from "./backup-store.ts";
import { decodeHeader, encodeChanges } from "./change-set.ts";
import { makeId } from "./snapshot-upload.ts";
import type { ChangedPages, LogPosition, WriteAheadLog } from "./write-ahead-log.ts";

interface Unstored {
  readonly changes: ChangedPages;
  readonly pageSize: number;
  /** Milliseconds since 1970: nothing in it was committed later. */
  readonly at: number;
}

interface ChainEnd extends Pick<Snapshot, "sequence" | "previous"> {
  readonly id: string;
  readonly position: LogPosition;
  readonly snapshotAt: number | undefined;
}

/** A gapless chain of change sets, each with the hash of the previous one. */
export class ChangeChain {
  readonly id: string;
  position: LogPosition;
  /** Time of its last complete snapshot; undefined: nothing can be restored from it yet. */
  snapshotAt: number | undefined;
  readonly #storage: FileStorage;
  #sequence: number;
  #previous: string;
  readonly #unstored: Unstored[] = [];
  /** The first unstored change set, encoded once: a retry must store the same name and bytes. */
  #encoded: { readonly file: string; readonly bytes: Buffer } | undefined;

  constructor(storage: FileStorage, end: ChainEnd) {
    this.#storage = storage;
    this.id = end.id;
    this.position = end.position;
    this.snapshotAt = end.snapshotAt;
    this.#sequence = end.sequence;
    this.#previous = end.previous;
  }

  /** Starts a chain, to which a snapshot must be added. */
  static begin(storage: FileStorage, position: LogPosition): ChangeChain {
    const id = makeId(Date.now());
    return new ChangeChain(storage, {
      id,
      position,
      sequence: 0,
      previous: "",
      snapshotAt: undefined,
    });
  }

  /** The end of the newest chain in the storage; undefined if none can be continued. */
  static async findEnd(storage: FileStorage): Promise<ChainEnd | undefined> {
    const newest = (await listSnapshots(storage)).at(-1);
    if (!newest) return undefined;
    const snapshot = await readSnapshot(storage, newest.id);
    const { chain: id, sequence, previous, end: position } = snapshot;
    const snapshotAt = Date.parse(snapshot.takenAt);
    const changes = await listChanges(storage, snapshot, Date.now() + days(1));
    const last = changes.at(-1);
    if (!last) return { id, sequence, previous, position, snapshotAt };
    const bytes = await storage.readWhole(last.file);
    if (!bytes || last.sequence !== sequence + changes.length) return undefined;
    const { end } = decodeHeader(bytes);
    const { sequence: number } = last;
    return { id, sequence: number, previous: hashOf(bytes), position: end, snapshotAt };
  }

  /** The place of the next snapshot in the chain, once everything is stored. */
  get place(): Pick<Snapshot, "chain" | "sequence" | "previous" | "end"> {
    const { id: chain, position: end } = this;
    return { chain, sequence: this.#sequence, previous: this.#previous, end };
  }

  /** Reads commits since the last call; they are kept in memory until `store`. */
  *read(log: WriteAheadLog): Generator<void, void> {
    const index = log.readIndex();
    const at = Date.now();
    const hasRestarted = index.salt !== this.position.salt;
    // An index without frames means that nothing was written to the WAL yet.
    if (hasRestarted ? index.frame === 0 : index.frame === this.position.frame) return;
    for (const changes of log.readChanges(this.position, index)) {
      this.#unstored.push({ changes, pageSize: index.pageSize, at });
      this.position = changes.end;
      yield;
    }
  }

  /** Stores what was read. @throws Error if the storage fails; the next call retries */
  async store(): Promise<void> {
    for (let first = this.#unstored[0]; first; first = this.#unstored[0]) {
      this.#encoded ??= this.#encode(first);
      const { file, bytes } = this.#encoded;
      if (!(await this.#storage.writeNew(file, bytes))) {
        const there = await this.#storage.readWhole(file);
        if (!there?.equals(bytes)) throw new Error(`${file} already exists with other content`);
      }
      this.#sequence += 1;
      this.#previous = hashOf(bytes);
      this.#encoded = undefined;
      this.#unstored.shift();
    }
  }

  #encode({ changes, pageSize, at }: Unstored) {
    const [chain, sequence] = [this.id, this.#sequence + 1];
    const place = { chain, sequence, previous: this.#previous, pageSize };
    const { isCommitted } = changes;
    const file = nameOfChanges(chain, { sequence, at, isCommitted });
    return { file, bytes: encodeChanges(changes, place) };
  }
}
