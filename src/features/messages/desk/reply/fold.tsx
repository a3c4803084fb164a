import type { ReactNode } from "react";
import styles from "./fold.module.css";

interface FoldProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function Fold({ label, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
