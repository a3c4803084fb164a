import { useEffect, useId, useRef } from "react";
import { formatClock } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { useInbox } from "../parts/inbox-context.ts";
import styles from "./conflict-box.module.css";
import type { Conflict } from "./use-case.ts";

interface ConflictBoxProps {
  readonly conflict: Conflict;
  readonly onLook: () => void;
  readonly onSaveAnyway: () => void;
}

/** Says who was quicker with what; the person decides what becomes of their own change. */
export function ConflictBox({ conflict, onLook, onSaveAnyway }: ConflictBoxProps) {
  const { nameOf } = useInbox();
  const headingId = useId();
  const box = useRef<HTMLElement>(null);
  const known = new Set(conflict.base.history.map(({ id }) => id));
  const changes = conflict.current.history.filter(({ id }) => !known.has(id));
  const last = changes.at(-1);
  const who = last?.staffId ? nameOf(last.staffId) : "Somebody";
  const when = last ? ` at ${formatClock(Date.parse(last.at))}` : "";

  useEffect(() => box.current?.focus(), []);

  return (
    <section ref={box} tabIndex={-1} className={styles.box} aria-labelledby={headingId}>
      <h3 id={headingId}>
        {who} changed this{when}
      </h3>
      <p>
        {changes.map(({ what }) => `${what}. `)}
        Your change was not saved. What you typed is kept.
      </p>
      <div className={styles.actions}>
        <Button onClick={onLook}>Look at it now</Button>
        <Button look="ghost" onClick={onSaveAnyway}>
          Save mine as well
        </Button>
      </div>
    </section>
  );
}
