/** One line of the table. A figure without a verdict is informational. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly limit?: string;
  readonly verdict?: "ok" | "OVER";
}

export type Format = (value: number) => string;

/** 1 KB = 1024 bytes. */
export const kilobytes: Format = (value) => `${(value / 1024).toFixed(2)} KB`;
export const megabytes: Format = (value) => `${(value / 1024 / 1024).toFixed(0)} MB`;
export const milliseconds: Format = (value) => `${value.toFixed(0)} ms`;
export const perSecond: Format = (value) => `${Math.round(value).toLocaleString("en")}/s`;
export const ratio: Format = (value) => `${value.toFixed(2)} x`;
export const count: Format = (value) => value.toLocaleString("en");

/** An upper limit. `note` follows the figure. */
export function checkMax(
  name: string,
  value: number,
  limit: number,
  format: Format,
  note = "",
): Figure {
  return judge(name, value <= limit, `${format(value)} ${note}`, `<= ${format(limit)}`);
}

/** A lower limit. `note` follows the figure. */
export function checkMin(
  name: string,
  value: number,
  limit: number,
  format: Format,
  note = "",
): Figure {
  return judge(name, value >= limit, `${format(value)} ${note}`, `>= ${format(limit)}`);
}

/** A budget of no errors; lists the first five. `checked` says what was checked. */
export function checkNone(name: string, errors: readonly string[], checked: string): Figure {
  const measured = errors.length === 0 ? checked : errors.slice(0, 5).join("; ");
  return judge(name, errors.length === 0, measured, "no errors");
}

export function note(name: string, measured: string): Figure {
  return { name, measured };
}

function judge(name: string, passes: boolean, measured: string, limit: string): Figure {
  return { name, measured: measured.trim(), limit, verdict: passes ? "ok" : "OVER" };
}

/** The median; for an even count the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  const width = (texts: string[]) => Math.max(...texts.map((text) => text.length));
  const names = width(figures.map(({ name }) => name));
  const limits = width(figures.map(({ limit }) => limit ?? ""));
  for (const { name, measured, limit = "", verdict = "" } of figures) {
    const cells = [name.padEnd(names), verdict.padEnd(4), limit.padEnd(limits), measured];
    console.log(`  ${cells.join("  ")}`);
  }
}

/** Prints the exceeded budgets, and sets exit code 1 if there are any. */
export function finish(figures: readonly Figure[]): void {
  const over = figures.filter(({ verdict }) => verdict === "OVER");
  const judged = figures.filter(({ verdict }) => verdict !== undefined);
  console.log(`\n${judged.length - over.length} of ${judged.length} budgets met.`);
  for (const { name } of over) console.log(`OVER: ${name}`);
  process.exitCode = over.length === 0 ? 0 : 1;
}
