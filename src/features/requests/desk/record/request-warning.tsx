import type { ReactNode } from "react";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import styles from "./request-warning.module.css";

export function RequestWarning({ children }: { children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <DeskIcon name="warning" />
      <span>{children}</span>
    </p>
  );
}
