import type { ReactNode } from "react";
import styles from "./list-and-record.module.css";

interface ListAndRecordProps {
  readonly list: ReactNode;
  readonly wide: "list" | "record";
  readonly label: string;
  /** Shown while no record is open. */
  readonly hint: string;
  readonly children: ReactNode;
  readonly isOpen: boolean;
}

/**
 * A list and one of its records side by side, each scrolling on its own where there is room; in
 * smaller windows only one of them.
 */
export function ListAndRecord(props: ListAndRecordProps) {
  const { list, wide, label, hint, children, isOpen } = props;
  const names = [
    styles.page,
    wide === "list" ? styles.wideList : styles.narrowList,
    isOpen ? styles.opened : styles.listed,
  ];
  return (
    <div className={styles.frame}>
      <div className={names.join(" ")}>
        <div className={styles.list}>{list}</div>
        <section className={styles.record} aria-label={label}>
          {isOpen ? children : <p className={styles.none}>{hint}</p>}
        </section>
      </div>
    </div>
  );
}
