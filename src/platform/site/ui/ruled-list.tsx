import type { ReactNode } from "react";
import styles from "./ruled-list.module.css";

interface LedgerProps {
  /** Each claim: a term of a few words and the sentence that says what it means. */
  readonly items: readonly { readonly term: string; readonly text: ReactNode }[];
}

/** Claims as a ruled list, term left and sentence right. On dark surfaces the terms are marigold. */
export function Ledger({ items }: LedgerProps) {
  return (
    <dl className={styles.ledger}>
      {items.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SlateItem {
  /** A short word, or a time of day as text. */
  readonly label: string;
  /** The same time for the `datetime` attribute, "14:00". */
  readonly time?: string;
  readonly text: ReactNode;
}

interface SlateProps {
  readonly items: readonly SlateItem[];
  readonly ordered?: boolean;
}

export function Slate({ items, ordered }: SlateProps) {
  const List = ordered ? "ol" : "ul";
  return (
    <List className={styles.slate}>
      {items.map(({ label, time, text }) => (
        <li key={label}>
          {time ? <time dateTime={time}>{label}</time> : <b>{label}</b>}
          <span>{text}</span>
        </li>
      ))}
    </List>
  );
}
