import type { ReactNode } from "react";
import styles from "./door.module.css";

interface LinkNeededProps {
  readonly text: string;
  /** The way to another link. */
  readonly children: ReactNode;
}

/** A page that only works with a fresh link from a mail says so. */
export function LinkNeeded({ text, children }: LinkNeededProps) {
  return (
    <div className={styles.done}>
      <p className="lead">{text}</p>
      {children}
    </div>
  );
}
