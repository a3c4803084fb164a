/** The lag of the continuous backup. */
export class BackupLag {
  #storedAt = Date.now();

  /** @param at everything committed before this time is stored, in milliseconds since 1970 */
  note(at: number): void {
    this.#storedAt = at;
  }

  readSeconds(): number {
    return Math.max(0, Date.now() - this.#storedAt) / 1000;
  }
}
