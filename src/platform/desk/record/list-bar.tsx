import type { ReactNode } from "react";
import styles from "./list-bar.module.css";

/** The head of a list on one line: its heading, search and buttons. */
export function ListBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
