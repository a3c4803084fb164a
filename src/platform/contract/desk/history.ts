/** A change of a record, in its history. */
export interface HistoryLine {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** Null: the person, the command line or the desk itself. */
  readonly staffId: string | null;
  /** As a sentence without its period: "Status: New to Done". */
  readonly what: string;
}
