import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Presence } from "../../../../platform/contract/desk/live.ts";
import type { Pages } from "../../../../platform/desk/data/use-pages.ts";
import { buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { type CaseRow, inboxForms, inboxTopic } from "../../contract/inbox.ts";
import { formatDue } from "./format-due.ts";
import { useInbox } from "./inbox-context.ts";
import styles from "./next-case.module.css";

/**
 * The first case of the list that is due and that no one else has open.
 * @param openReference of the open case, which is not the next one
 */
export function findNextCase(
  { rows = [], left }: Pick<Pages<unknown, CaseRow>, "rows" | "left">,
  openReference: string | undefined,
  presence: Presence,
  staffId: string,
): CaseRow | undefined {
  const others = Object.entries(presence)
    .filter(([id, { topic }]) => id !== staffId && topic === inboxTopic)
    .map(([, { reference }]) => reference);
  const out = new Set([...left, ...others, openReference]);
  return rows.find(({ reference, dueAt }) => dueAt !== null && !out.has(reference));
}

interface NextCaseProps {
  readonly next: CaseRow;
  readonly to: string;
  /** Whether Enter opens it at once. */
  readonly takesFocus?: boolean;
}

/** "Next: Carol Dunn, Contact, 2 days late", what she wrote, and the link to it. */
export function NextCase({ next, to, takesFocus = false }: NextCaseProps) {
  const { now } = useInbox();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) link.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.next}>
      <p>
        <b>
          Next: <bdi>{next.name}</bdi>
        </b>
        , {inboxForms[next.form] ?? next.form}
        {next.dueAt !== null && `, ${formatDue(next.dueAt, now)}`}.
        <span dir="auto">{next.snippet}</span>
      </p>
      <Link ref={link} to={to} className={buttonClass()}>
        Open next
      </Link>
    </div>
  );
}
