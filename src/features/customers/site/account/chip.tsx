import styles from "./chip.module.css";
import { PortalIcon } from "./portal-icon.tsx";

interface ChipProps {
  /** Done is green with a check, open is amber with a clock: icon and text carry the meaning too. */
  readonly done: boolean;
  readonly children: string;
}

export function Chip({ done, children }: ChipProps) {
  return (
    <span className={done ? styles.chip : `${styles.chip} ${styles.open}`}>
      <PortalIcon name={done ? "check" : "clock"} />
      {children}
    </span>
  );
}
