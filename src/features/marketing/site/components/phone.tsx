import type { ReactNode } from "react";
import styles from "./phone.module.css";

/** Background of the screen: the color of the app's audience. */
type PhoneGround = "rose" | "sage" | "blue";

interface PhoneProps {
  readonly label: string;
  /** Clock in the corner of the screen, as in "1:54". */
  readonly time: string;
  /** Paper by default. */
  readonly ground?: PhoneGround;
  readonly children: ReactNode;
}

export function Phone({ label, time, ground, children }: PhoneProps) {
  return (
    <div className={styles.phone} role="img" aria-label={label}>
      <div
        className={ground ? `${styles.screen} ${styles[ground]}` : styles.screen}
        aria-hidden="true"
      >
        <div className={styles.bar}>
          <span>{time}</span>
          <i />
        </div>
        {children}
      </div>
    </div>
  );
}
