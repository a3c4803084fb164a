import { useEffect, useId, useRef } from "react";
import type { HistoryLine } from "../../contract/desk/history.ts";
import type { RecordEntry } from "../data/unread.ts";
import { formatClock } from "../format/times.ts";
import { Button } from "../ui/button.tsx";
import styles from "./conflict-box.module.css";

interface ConflictBoxProps {
  /** The history that the rejected change was based on, and the current one. */
  readonly before: readonly HistoryLine[];
  readonly after: readonly HistoryLine[];
  readonly nameOf: (staffId: string) => string;
  /** New messages, replies and notes, and the first name of the person who writes them. */
  readonly entries?: readonly RecordEntry[];
  readonly personName?: string;
  /** Outcome of the user's own change; undefined if nothing was tried yet. */
  readonly outcome: string | undefined;
  readonly againLabel: string;
  /** Who is sending a reply: until it is sent, nothing else can be saved. */
  readonly sendingId?: string | undefined;
  readonly onLook: () => void;
  readonly onAgain: () => void;
}

const maxShown = 300;

/** Shows who saved what first; the user decides whether to repeat their own change. */
export function ConflictBox(props: ConflictBoxProps) {
  const { before, after, nameOf, outcome, againLabel, sendingId, onLook, onAgain } = props;
  const { entries = [], personName = "The customer" } = props;
  const headingId = useId();
  const box = useRef<HTMLElement>(null);
  const known = new Set(before.map(({ id }) => id));
  const changes = after.filter(({ id }) => !known.has(id));
  const last = changes.at(-1);
  const message = entries.findLast(({ kind }) => kind === "message");
  const who = last?.staffId ? nameOf(last.staffId) : "Someone";
  const newest = message ?? last;
  const when = newest ? ` at ${formatClock(Date.parse(newest.at))}` : "";
  const heading = message ? `${personName} wrote${when}` : `${who} changed this${when}`;
  const isTried = outcome !== undefined;

  useEffect(() => {
    if (isTried) box.current?.focus();
  }, [isTried]);

  return (
    <section ref={box} tabIndex={-1} className={styles.box} aria-labelledby={headingId}>
      <h3 id={headingId}>
        {sendingId === undefined ? heading : `${nameOf(sendingId)} is sending a reply`}
      </h3>
      {entries.map((entry) => (
        <p key={entry.id} dir="auto">
          {describeEntry(entry, personName, nameOf)}
        </p>
      ))}
      <p>
        {changes.map(({ what }) => `${what}. `)}
        {outcome}
      </p>
      <div className={styles.actions}>
        <Button onClick={onLook}>Look at it now</Button>
        {sendingId === undefined && isTried && (
          <Button look="ghost" onClick={onAgain}>
            {againLabel}
          </Button>
        )}
      </div>
    </section>
  );
}

/** "Helen: “It works now.”" */
function describeEntry(
  { kind, staffId, text }: RecordEntry,
  personName: string,
  nameOf: (staffId: string) => string,
): string {
  const who = staffId === null ? personName : nameOf(staffId);
  const shown = text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text;
  return `${who}${kind === "note" ? ", in a note" : ""}: “${shown}”`;
}
