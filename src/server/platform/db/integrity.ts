/** What is known of the database file: nothing yet, that it is whole, or that it is damaged. */
export type IntegrityState = "unchecked" | "ok" | "damaged";

/** Checks the database in the background: a large file takes minutes. */
export interface Integrity {
  readonly state: IntegrityState;
  /**
   * Reads through the whole database once: SQLite's `quick_check`, in a process of its own.
   * PostgreSQL looks after its pages itself: there nothing is done.
   * @returns the state; "unchecked" too when the check could not run or was stopped
   */
  check(): Promise<IntegrityState>;
  /** Ends a check that is under way. */
  stop(): void;
}

/** For PostgreSQL. */
export const noIntegrityCheck: Integrity = {
  state: "unchecked",
  check: async () => "unchecked",
  stop: () => {},
};
