/** State of the database file: not checked yet, undamaged, or damaged. */
export type IntegrityState = "unchecked" | "ok" | "damaged";

/** Checks the database in the background, since checking a large file takes minutes. */
export interface Integrity {
  readonly state: IntegrityState;
  /**
   * Reads the whole database once: SQLite's `quick_check`, in a separate process. Does nothing on
   * PostgreSQL, which checks its own pages.
   * @returns the state; also "unchecked" if the check could not run or was stopped
   */
  check(): Promise<IntegrityState>;
  stop(): void;
}

export const noIntegrityCheck: Integrity = {
  state: "unchecked",
  check: async () => "unchecked",
  stop: () => {},
};
