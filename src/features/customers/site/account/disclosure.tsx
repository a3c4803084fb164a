import { type ReactNode, useState } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  readonly title: string;
  /** Whether it is open at first; the reader decides from then on. */
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** Content that most people do not need at once, behind its title. */
export function Disclosure({ title, startsOpen = false, children }: DisclosureProps) {
  const [isOpen] = useState(startsOpen);
  return (
    <details className={styles.disclosure} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
