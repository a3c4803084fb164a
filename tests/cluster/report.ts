import type { Outcome } from "./incidents.ts";
import type { Ledger } from "./ledger.ts";

export interface Round extends Outcome {
  readonly title: string;
  /** The longest time without any acknowledgment, in milliseconds. */
  readonly gapMs: number;
  readonly failures: number;
  readonly acknowledged: number;
}

/** Prints the results as a table for docs/failover.md: medians, with maxima in parentheses. */
export function printSummary(rounds: readonly Round[], ledger: Ledger): void {
  const header = [
    "Incident",
    "Rounds",
    "New leader after",
    "Node with HAProxy recovered after",
    "Node with several hosts recovered after",
    "No write acknowledged for",
  ];
  const rows = [...Map.groupBy(rounds, ({ title }) => title)].map(([title, all]) => [
    title,
    String(all.length),
    describe(all.map(({ leaderMs }) => leaderMs)),
    describe(all.map(({ nodesMs }) => nodesMs[0])),
    describe(all.map(({ nodesMs }) => nodesMs[1])),
    describe(all.map(({ gapMs }) => gapMs)),
  ]);
  const lines = [header, header.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  console.log(["", ...lines, ""].join("\n"));
  console.log(`Acknowledged: ${ledger.forms.size} forms, ${ledger.accounts.size} accounts.`);
  const seen = [...ledger.failures].map(([what, count]) => `${count} x ${what}`);
  console.log(`Failures that people saw: ${seen.join(", ") || "none"}.`);
}

function describe(times: readonly (number | undefined)[]): string {
  const sorted = times.filter((time) => time !== undefined).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const worst = sorted.at(-1);
  if (median === undefined || worst === undefined) return "—";
  return `${seconds(median)} (${seconds(worst)}) s`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
