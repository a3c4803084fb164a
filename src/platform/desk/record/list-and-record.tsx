import type { ReactNode } from "react";
import styles from "./list-and-record.module.css";

interface ListAndRecordProps {
  readonly list: ReactNode;
  readonly wide: "list" | "record";
  readonly label: string;
  readonly children: ReactNode;
  readonly isOpen: boolean;
}

/**
 * A list, which makes room for one of its records: side by side, each scrolling on its own where
 * there is room; in smaller windows only one of them.
 */
export function ListAndRecord(props: ListAndRecordProps) {
  const { list, wide, label, children, isOpen } = props;
  const names = [styles.page];
  if (isOpen) names.push(styles.opened, wide === "list" ? styles.wideList : styles.narrowList);
  return (
    <div className={styles.frame}>
      <div className={names.join(" ")}>
        <div className={styles.list}>{list}</div>
        {isOpen && (
          <section className={styles.record} aria-label={label}>
            {children}
          </section>
        )}
      </div>
    </div>
  );
}
