import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { type CaseRow, openStatuses } from "../../contract/inbox.ts";
import styles from "./due-mark.module.css";
import { formatDue } from "./format-due.ts";

interface DueMarkProps {
  readonly row: Pick<CaseRow, "dueAt" | "isOverdue" | "isSpam" | "status">;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the word "Due" is shown: outside a column of that name. */
  readonly isNamed?: boolean;
  readonly className?: string | undefined;
}

/** When an answer is due, late ones in red with an icon; without a time, on whom we wait. */
export function DueMark({ row, now, isNamed, className }: DueMarkProps) {
  const { dueAt, isOverdue, isSpam, status } = row;
  const look = isOverdue ? styles.late : dueAt === null ? styles.none : styles.due;
  return (
    <span className={[look, className].filter(Boolean).join(" ")}>
      {isOverdue && <DeskIcon name="warning" />}
      {dueAt !== null && <span className={isNamed && !isOverdue ? undefined : "sr"}>Due: </span>}
      {dueAt !== null && formatDue(dueAt, now)}
      {dueAt === null && !isSpam && openStatuses.includes(status) && (
        <>
          <span className="sr">Waiting </span>
          {status === "waiting" ? "On them" : "On us"}
        </>
      )}
    </span>
  );
}
