import { useEffect, useId, useRef } from "react";
import type { CaseDetail } from "../../../contract/desk/inbox.ts";
import { formatClock } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./conflict-box.module.css";
import { useInbox } from "./inbox-context.ts";

interface ConflictBoxProps {
  /** The case that the refused change was based on. */
  readonly base: CaseDetail;
  /** The case as it is stored now. */
  readonly current: CaseDetail;
  /** What became of the person's own change. */
  readonly outcome: string;
  readonly againLabel: string;
  readonly onLook: () => void;
  readonly onAgain: () => void;
}

/** Says who was quicker with what; the person decides what becomes of their own change. */
export function ConflictBox(props: ConflictBoxProps) {
  const { base, current, outcome, againLabel, onLook, onAgain } = props;
  const { nameOf } = useInbox();
  const headingId = useId();
  const box = useRef<HTMLElement>(null);
  const known = new Set(base.history.map(({ id }) => id));
  const changes = current.history.filter(({ id }) => !known.has(id));
  const last = changes.at(-1);
  const { sending } = current;
  const who = last?.staffId ? nameOf(last.staffId) : "Somebody";
  const when = last ? ` at ${formatClock(Date.parse(last.at))}` : "";

  useEffect(() => box.current?.focus(), []);

  return (
    <section ref={box} tabIndex={-1} className={styles.box} aria-labelledby={headingId}>
      <h3 id={headingId}>
        {sending ? `${nameOf(sending.staffId)} is sending a reply` : `${who} changed this${when}`}
      </h3>
      <p>
        {changes.map(({ what }) => `${what}. `)}
        {outcome}
      </p>
      <div className={styles.actions}>
        <Button onClick={onLook}>Look at it now</Button>
        {!sending && (
          <Button look="ghost" onClick={onAgain}>
            {againLabel}
          </Button>
        )}
      </div>
    </section>
  );
}
