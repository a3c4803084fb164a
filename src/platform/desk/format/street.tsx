import type { ReactNode } from "react";
import styles from "./street.module.css";

export interface StreetHouse {
  readonly key: string;
  readonly house: ReactNode;
  /** Below the house; among many houses only some have one. */
  readonly caption?: ReactNode;
}

interface StreetProps {
  /** What the picture shows, in a sentence: the houses themselves are hidden from screen readers. */
  readonly label: string;
  readonly houses: readonly StreetHouse[];
  /** Many houses: little room between them, and captions wider than a house. */
  readonly isDense?: boolean;
  readonly className?: string | undefined;
}

/** Houses side by side on the ground, with captions below them. */
export function Street({ label, houses, isDense, className }: StreetProps) {
  const names = [styles.street, isDense && styles.dense, className];
  return (
    <div role="img" aria-label={label} className={names.filter(Boolean).join(" ")}>
      {houses.map(({ key, house }) => (
        <div key={key} className={styles.lot}>
          {house}
        </div>
      ))}
      {houses.map(({ key, caption }) => (
        <div key={key} className={styles.caption}>
          {caption}
        </div>
      ))}
    </div>
  );
}
