import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { DeskIcon } from "../ui/desk-icon.tsx";
import { Actions } from "../ui/panel.tsx";
import { useCopy } from "../ui/use-copy.ts";
import styles from "./shown-once.module.css";

interface ShownOnceProps {
  readonly heading: string;
  readonly secret: string;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** A newly created secret, which the server never shows again. It takes the focus. */
export function ShownOnce({ heading, secret, onDone, children }: ShownOnceProps) {
  const box = useRef<HTMLElement>(null);
  const { message, copy } = useCopy({
    done: "It is copied.",
    failed: "Your browser can't copy. Select the letters and copy them.",
  });
  useEffect(() => {
    box.current?.focus();
  }, []);

  return (
    <section ref={box} className={styles.box} tabIndex={-1} aria-labelledby="shown-once">
      <h2 id="shown-once">{heading}</h2>
      {children}
      <p className={`${styles.secret} exact`}>{secret}</p>
      <Actions>
        <Button onClick={() => void copy(secret)}>
          <DeskIcon name="copy" />
          Copy
        </Button>
        <Button look="ghost" onClick={onDone}>
          I have saved it
        </Button>
      </Actions>
      <p role="status" className={styles.copied}>
        {message}
      </p>
    </section>
  );
}
