import { type ReactNode, useEffect } from "react";
import styles from "./auth.module.css";
import { focusHeading } from "./focus-heading.ts";

interface LinkNeededProps {
  readonly text: string;
  /** It replaces a form that was in use and takes the focus. */
  readonly isNew: boolean;
  /** How to get another link. */
  readonly children: ReactNode;
}

/** Shown when a page needs a valid link from an email and has none. */
export function LinkNeeded({ text, isNew, children }: LinkNeededProps) {
  useEffect(() => {
    if (isNew) focusHeading();
  }, [isNew]);
  return (
    <div className={styles.done}>
      <p className="lead">{text}</p>
      {children}
    </div>
  );
}
