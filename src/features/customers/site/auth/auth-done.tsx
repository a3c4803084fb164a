import { type ReactNode, useEffect } from "react";
import { ignoreSecondPress } from "../../../../platform/site/ui/ignore-second-press.ts";
import styles from "./auth.module.css";
import { focusHeading } from "./focus-heading.ts";

interface AuthDoneProps {
  readonly text: string;
  /** The server rendered it: the focus stays where it is. */
  readonly isServed: boolean;
  readonly children: ReactNode;
}

/** Replaces a completed form; the page's heading announces it and takes the focus. */
export function AuthDone({ text, isServed, children }: AuthDoneProps) {
  useEffect(() => {
    if (!isServed) focusHeading();
  }, [isServed]);
  return (
    <div className={styles.done} onClickCapture={ignoreSecondPress}>
      <p className="lead">{text}</p>
      {children}
    </div>
  );
}
