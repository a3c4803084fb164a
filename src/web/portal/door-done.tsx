import { type ReactNode, useEffect, useRef } from "react";
import { ignoreSecondPress } from "../forms/ignore-second-press.ts";
import styles from "./door.module.css";

interface DoorDoneProps {
  readonly heading: string;
  readonly text: string;
  /** The server drew it already: the reader stays where they are. */
  readonly isServed: boolean;
  /** The way on. */
  readonly children: ReactNode;
}

/** What stands in place of a form that is done; its heading takes the focus. */
export function DoorDone({ heading, text, isServed, children }: DoorDoneProps) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isServed) element.current?.focus();
  }, [isServed]);
  return (
    <div className={styles.done} onClickCapture={ignoreSecondPress}>
      <h2 ref={element} tabIndex={-1}>
        {heading}
      </h2>
      <p className="lead">{text}</p>
      {children}
    </div>
  );
}
