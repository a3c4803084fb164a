import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import type { CaseRow } from "../../contract/inbox.ts";
import styles from "./due-mark.module.css";
import { formatDue } from "./format-due.ts";

interface DueMarkProps {
  readonly row: Pick<CaseRow, "dueAt" | "isOverdue" | "status">;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the word "Due" is shown: outside a column of that name. */
  readonly isNamed?: boolean;
  readonly className?: string | undefined;
}

/** When an answer is due, late ones in red with an icon; "Paused" while we wait for the person. */
export function DueMark({ row, now, isNamed, className }: DueMarkProps) {
  const { dueAt, isOverdue, status } = row;
  const look = isOverdue ? styles.late : dueAt === null ? styles.none : styles.due;
  return (
    <span className={[look, className].filter(Boolean).join(" ")}>
      {isOverdue && <DeskIcon name="warning" />}
      {dueAt !== null && <span className={isNamed && !isOverdue ? undefined : "sr"}>Due: </span>}
      {dueAt === null ? status === "waiting" && "Paused" : formatDue(dueAt, now)}
    </span>
  );
}
