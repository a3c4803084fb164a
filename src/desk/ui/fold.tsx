import type { ReactNode } from "react";
import { DeskIcon } from "./desk-icon.tsx";
import styles from "./fold.module.css";

interface FoldProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A part that opens on demand. */
export function Fold({ label, children, className = "" }: FoldProps) {
  return (
    <details className={`${styles.fold} ${className}`}>
      <summary>
        {label}
        <DeskIcon name="down" />
      </summary>
      {children}
    </details>
  );
}
