import type { ReactNode } from "react";
import styles from "./panel.module.css";

interface PanelsProps {
  readonly children: ReactNode;
  /** Class name with the columns; one column by default. */
  readonly className?: string | undefined;
}

export function Panels({ children, className }: PanelsProps) {
  return <div className={[styles.panels, className].filter(Boolean).join(" ")}>{children}</div>;
}

interface PanelProps extends PanelsProps {
  /** Id of its heading, if it is a landmark of the page. */
  readonly labelledBy?: string;
}

export function Panel({ children, className, labelledBy }: PanelProps) {
  const names = [styles.panel, className].filter(Boolean).join(" ");
  if (labelledBy === undefined) return <div className={names}>{children}</div>;
  return (
    <section className={names} aria-labelledby={labelledBy}>
      {children}
    </section>
  );
}

/** Buttons side by side; full width on phones. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
