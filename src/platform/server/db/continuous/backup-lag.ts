/** What the continuous backup has stored, in milliseconds since 1970. */
export interface StoredTimes {
  /** Everything committed before this time is stored. */
  readonly at: number;
  readonly snapshotAt: number;
}

/** What this server's backup has stored; null while another server of the machine makes it. */
export type BackupReport = StoredTimes | null;

/**
 * The state of the continuous backup, for `/metrics`. Of several servers on one SQLite file, only
 * the one whose program makes the backup reports it.
 */
export class BackupLag {
  #stored: BackupReport = { at: Date.now(), snapshotAt: Date.now() };

  note(report: BackupReport): void {
    this.#stored = report;
  }

  /** Time of the last snapshot, in seconds since 1970; the start until one is known. */
  get snapshotSeconds(): number | undefined {
    return this.#stored ? this.#stored.snapshotAt / 1000 : undefined;
  }

  readSeconds(): number | undefined {
    return this.#stored ? Math.max(0, Date.now() - this.#stored.at) / 1000 : undefined;
  }
}
