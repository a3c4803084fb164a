import type { ReactNode } from "react";
import { DeskIcon } from "./desk-icon.tsx";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function Disclosure({ label, children, className = "" }: DisclosureProps) {
  return (
    <details className={`${styles.disclosure} ${className}`}>
      <summary>
        {label}
        <DeskIcon name="down" />
      </summary>
      {children}
    </details>
  );
}
