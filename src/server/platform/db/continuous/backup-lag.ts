/** How far the continuous backup is behind. */
export class BackupLag {
  #storedAt = Date.now();

  /** @param at everything is stored that was committed before, in milliseconds since 1970 */
  note(at: number): void {
    this.#storedAt = at;
  }

  readSeconds(): number {
    return Math.max(0, Date.now() - this.#storedAt) / 1000;
  }
}
