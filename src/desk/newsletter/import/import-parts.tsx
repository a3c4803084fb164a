import type { ImportResult } from "../../../contract/desk/newsletter.ts";
import styles from "./import.module.css";

/** Kinds of lines, as the picture colors them. */
export type ImportKind = "added" | "known" | "out" | "invalid";

/** How many lines of each kind a file has, in the order of the picture. */
export function toParts(result: ImportResult): readonly (readonly [ImportKind, number])[] {
  const { added, known, left, suppressed, invalid } = result;
  return [
    ["added", added],
    ["known", known],
    ["out", left + suppressed],
    ["invalid", invalid],
  ];
}

/** What an import does with the lines of a file. */
export function ImportParts({ result }: { result: ImportResult }) {
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
        <span>They took themselves off. They stay out.</span>
      </li>
      <li>
        <span className={`${styles.key} ${styles.out}`} />
        <b>{count(suppressed)} suppressed</b>
        <span>They are on the list of never again, or were deleted. They stay out.</span>
      </li>
      <li>
        <span className={`${styles.key} ${styles.invalid}`} />
        <b>{count(invalid)} not an address</b>
        <span>{describeBadLines(result)}</span>
      </li>
    </ul>
  );
}

function describeBadLines({ badLines, invalid }: ImportResult): string {
  if (invalid === 0) return "Every line has one.";
  const named = badLines.map(({ line, text }) => `line ${line}, ${text ? `“${text}”` : "empty"}`);
  const more = invalid - badLines.length;
  const all = more > 0 ? [...named, `and ${more.toLocaleString("en-US")} more`] : named;
  const sentence = all.join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
