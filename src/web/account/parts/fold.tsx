import { type ReactNode, useState } from "react";
import styles from "./fold.module.css";

interface FoldProps {
  readonly title: string;
  /** Whether it is open at first; the reader decides from then on. */
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** Content that most people do not need at once, behind its title. */
export function Fold({ title, startsOpen = false, children }: FoldProps) {
  const [isOpen] = useState(startsOpen);
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
