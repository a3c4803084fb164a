import { retentionKinds } from "../contract/retention.ts";

interface ChangedRule {
  /** A key of `retentionKinds`. */
  readonly record: string;
  /** Months; null: kept. */
  readonly from: number | null;
  readonly to: number | null;
}

/** What happened to the rules of retention, as sentences without their periods. */
export const retentionEventWords = {
  "retention.rule": ({ record, from, to }: ChangedRule) =>
    `Retention of ${retentionKinds[record]}: ${describe(from)} to ${describe(to)}`,
} as const;

function describe(months: number | null): string {
  return months === null ? "never" : `${months} months`;
}
