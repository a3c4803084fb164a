import type { ReactNode } from "react";
import styles from "./screen.module.css";

/** A button of an app, as part of a picture; not interactive. */
export function Key({ dark, children }: { dark?: boolean; children: ReactNode }) {
  return <span className={dark ? `${styles.key} ${styles.dark}` : styles.key}>{children}</span>;
}

export function Row({ what, note, figure }: { what: string; note?: string; figure: string }) {
  return (
    <div className={styles.row}>
      <span>
        <b>{what}</b>
        {note && <small>{note}</small>}
      </span>
      <b>{figure}</b>
    </div>
  );
}
