import { type ReactNode, useEffect } from "react";
import styles from "./auth.module.css";
import { focusHeading } from "./focus-heading.ts";

interface LinkNeededProps {
  readonly text: string;
  /** It takes the place of a form that was in use: the reading goes on here. */
  readonly isNew: boolean;
  /** The way to another link. */
  readonly children: ReactNode;
}

/** A page that only works with a fresh link from a mail says so. */
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
