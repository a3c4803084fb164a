import type { BadLine, ImportResult, StatusColumn } from "../contract/newsletter-desk.ts";
import styles from "./import.module.css";

export type ImportKind = "added" | "known" | "out" | "invalid";

export function toCounts(result: ImportResult): readonly (readonly [ImportKind, number])[] {
  const { added, known, left, suppressed, invalid } = result;
  return [
    ["added", added],
    ["known", known],
    ["out", left + suppressed],
    ["invalid", invalid],
  ];
}

export function ImportCounts({ result }: { result: ImportResult }) {
  const { added, known, left, suppressed, invalid } = result;
  const count = (number: number) => number.toLocaleString("en-US");
  return (
    <ul className={styles.parts}>
      <li>
        <span className={`${styles.key} ${styles.added}`} />
        <b>{count(added)} new</b>
        <span>They are added, with your note below as their consent.</span>
      </li>
      <li>
        <span className={`${styles.key} ${styles.known}`} />
        <b>{count(known)} already there</b>
        <span>Nothing changes for them.</span>
      </li>
      <li>
        <span className={`${styles.key} ${styles.out}`} />
        <b>{count(left)} left</b>
        <span>
          They unsubscribed and stay unsubscribed.
          {result.statuses.map((status) => (
            <span key={status.name} className={styles.statuses}>
              {describeStatus(status)}
            </span>
          ))}
        </span>
      </li>
      <li>
        <span className={`${styles.key} ${styles.out}`} />
        <b>{count(suppressed)} suppressed</b>
        <span>They are suppressed or deleted and will be skipped.</span>
      </li>
      <li>
        <span className={`${styles.key} ${styles.invalid}`} />
        <b>{count(invalid)} not imported</b>
        <span>{describeBadLines(result)}</span>
      </li>
    </ul>
  );
}

const reasons: Readonly<Record<BadLine["why"], string>> = {
  address: "not an address",
  "open-quote": "a quote is never closed",
  "too-long": "longer than 64 KB",
};

/** Column “Status” of the file: unsubscribed (2), cleaned (1) are not added; subscribed (8) are. */
function describeStatus({ name, skipped, values }: StatusColumn): string {
  const list = (isSkipped: boolean) =>
    values
      .filter((one) => one.isSkipped === isSkipped)
      .map(({ value, count }) => `${value} (${count.toLocaleString("en-US")})`)
      .join(", ");
  const kept = list(false);
  if (skipped === 0) return `Column “${name}” of the file excludes no one: ${kept}.`;
  return `Column “${name}” of the file: ${list(true)} not added${kept ? `; ${kept} not excluded` : ""}.`;
}

function describeBadLines({ badLines, invalid }: ImportResult): string {
  if (invalid === 0) return "Every line has an address.";
  const named = badLines.map(
    ({ line, why, text }) => `line ${line}, ${reasons[why]}: ${text ? `“${text}”` : "empty"}`,
  );
  const more = invalid - badLines.length;
  const all = more > 0 ? [...named, `and ${more.toLocaleString("en-US")} more`] : named;
  const sentence = all.join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
