import type { ReactNode } from "react";
import styles from "./chip.module.css";
import { DeskIcon, type DeskIconName } from "./desk-icon.tsx";
import { InitialsAvatar } from "./initials-avatar.tsx";

export type ChipLook = "ink" | "marigold" | "blue" | "sage" | "gray" | "late";

interface ChipProps {
  readonly look: ChipLook;
  readonly icon: DeskIconName;
  /** For rows of one line. */
  readonly isSmall?: boolean | undefined;
  readonly children: ReactNode;
}

/** A state: icon and word. */
export function Chip({ look, icon, isSmall, children }: ChipProps) {
  return (
    <span className={`${styles.chip} ${styles[look]} ${isSmall ? styles.small : ""}`}>
      <DeskIcon name={icon} />
      {children}
    </span>
  );
}

export function PresenceChip({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className={`${styles.chip} ${styles.here}`}>
      <InitialsAvatar name={name} isSmall />
      {children}
    </span>
  );
}
