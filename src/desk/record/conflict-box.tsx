import { useEffect, useId, useRef } from "react";
import { formatClock } from "../format/times.ts";
import { Button } from "../ui/button.tsx";
import styles from "./conflict-box.module.css";
import type { RecordChange } from "./history.tsx";

interface ConflictBoxProps {
  /** The history that the rejected change was based on, and the current one. */
  readonly before: readonly RecordChange[];
  readonly after: readonly RecordChange[];
  readonly nameOf: (staffId: string) => string;
  /** Outcome of the user's own change. */
  readonly outcome: string;
  readonly againLabel: string;
  /** Who is sending a reply: until it is sent, nothing else can be saved. */
  readonly sendingId?: string | undefined;
  readonly onLook: () => void;
  readonly onAgain: () => void;
}

/** Shows who saved what first; the user decides whether to repeat their own change. */
export function ConflictBox(props: ConflictBoxProps) {
  const { before, after, nameOf, outcome, againLabel, sendingId, onLook, onAgain } = props;
  const headingId = useId();
  const box = useRef<HTMLElement>(null);
  const known = new Set(before.map(({ id }) => id));
  const changes = after.filter(({ id }) => !known.has(id));
  const last = changes.at(-1);
  const who = last?.staffId ? nameOf(last.staffId) : "Somebody";
  const when = last ? ` at ${formatClock(Date.parse(last.at))}` : "";

  useEffect(() => box.current?.focus(), []);

  return (
    <section ref={box} tabIndex={-1} className={styles.box} aria-labelledby={headingId}>
      <h3 id={headingId}>
        {sendingId === undefined
          ? `${who} changed this${when}`
          : `${nameOf(sendingId)} is sending a reply`}
      </h3>
      <p>
        {changes.map(({ what }) => `${what}. `)}
        {outcome}
      </p>
      <div className={styles.actions}>
        <Button onClick={onLook}>Look at it now</Button>
        {sendingId === undefined && (
          <Button look="ghost" onClick={onAgain}>
            {againLabel}
          </Button>
        )}
      </div>
    </section>
  );
}
