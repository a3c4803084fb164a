import { type ReactNode, useEffect } from "react";
import { ignoreSecondPress } from "../../ui/ignore-second-press.ts";
import styles from "./auth.module.css";
import { focusHeading } from "./focus-heading.ts";

interface AuthDoneProps {
  readonly text: string;
  /** The server drew it already: the reader stays where they are. */
  readonly isServed: boolean;
  /** The way on. */
  readonly children: ReactNode;
}

/** What stands in place of a form that is done; the page's heading says so and takes the focus. */
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
