import { type ReactNode, useEffect } from "react";
import styles from "./auth.module.css";
import { focusHeading } from "./focus-heading.ts";

interface LinkNeededProps {
  /** How long the link works: "24 hours". */
  readonly validFor: string;
  /** It replaces a form that was in use and takes the focus. */
  readonly isNew: boolean;
  readonly children: ReactNode;
}

/** Shown when a page needs a valid link from an email and has none. */
export function LinkNeeded({ validFor, isNew, children }: LinkNeededProps) {
  useEffect(() => {
    if (isNew) focusHeading();
  }, [isNew]);
  return (
    <div className={styles.done}>
      <p className="lead">
        It was already used, it is too old, or a part of it is missing. A link in our emails works
        once, for {validFor}. Copy all of it from the email.
      </p>
      {children}
    </div>
  );
}
