/** What the continuous backup has stored, in milliseconds since 1970. */
export interface StoredTimes {
  /** Everything committed before this time is stored. */
  readonly at: number;
  /** Completion of the last snapshot. */
  readonly snapshotAt: number;
}

/** The state of the continuous backup, for `/metrics`. */
export class BackupLag {
  #stored: StoredTimes = { at: Date.now(), snapshotAt: Date.now() };

  note(stored: StoredTimes): void {
    this.#stored = stored;
  }

  /** Time of the last snapshot, in seconds since 1970; the start until one is known. */
  get snapshotSeconds(): number {
    return this.#stored.snapshotAt / 1000;
  }

  readSeconds(): number {
    return Math.max(0, Date.now() - this.#stored.at) / 1000;
  }
}
