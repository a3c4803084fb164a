/** Its tables. Times are milliseconds since 1970. */
export interface RetentionTables {
  readonly retention_rules: RetentionRuleTable;
  readonly retention_runs: RetentionRunTable;
}

/** How long closed records of a kind are kept; a kind without a row is kept forever. */
interface RetentionRuleTable {
  /** One of `retentionKinds`. */
  kind: string;
  months: number;
}

/** Nightly deletion runs, one per day. */
interface RetentionRunTable {
  /** YYYY-MM-DD in the company's time zone. */
  day: string;
  /** When it started or last deleted records. */
  started_at: number;
  finished_at: number | null;
  deleted: number;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends RetentionTables {}
}
