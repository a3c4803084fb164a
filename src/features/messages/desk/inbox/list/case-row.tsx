import type { Ref } from "react";
import { Link } from "react-router";
import { isolateNumbers } from "../../../../../platform/contract/isolate.ts";
import { formatAge } from "../../../../../platform/desk/format/durations.ts";
import { PresentStaff } from "../../../../../platform/desk/record/present-staff.tsx";
import { Chip } from "../../../../../platform/desk/ui/chip.tsx";
import { type CaseRow, inboxForms, inboxTopic } from "../../../contract/inbox.ts";
import { DueMark } from "../due-mark.tsx";
import { formColor } from "../form-color.ts";
import { useInbox } from "../inbox-context.ts";
import { StatusChip } from "../status-chip.tsx";
import styles from "./case-row.module.css";

interface CaseRowLinkProps {
  readonly row: CaseRow;
  readonly to: string;
  readonly isOpen: boolean;
  /** Selection mode: a checkbox replaces the form's bar. */
  readonly isChoosing: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (reference: string, isChosen: boolean) => void;
  /** Whether it no longer belongs to the list; what the row says is then out of date. */
  readonly hasLeft: boolean;
  readonly ref?: Ref<HTMLLIElement>;
}

export function CaseRowItem(props: CaseRowLinkProps) {
  const { row, to, isOpen, isChoosing, isChosen, onChoose, hasLeft, ref } = props;
  return (
    <li
      ref={ref}
      className={isChosen && isChoosing ? `${styles.item} ${styles.chosen}` : styles.item}
    >
      {isChoosing && (
        <label className={styles.box}>
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ target }) => onChoose(row.reference, target.checked)}
          />
          <span className="sr">
            Choose <bdi>{row.name}</bdi>, {inboxForms[row.form]}, {row.reference}
          </span>
        </label>
      )}
      <Link
        to={to}
        data-reference={row.reference}
        className={`${styles.row} ${isChoosing ? styles.boxed : ""} ${formColor(row.form)}`}
        aria-current={isOpen || undefined}
      >
        <RowContent row={row} hasLeft={hasLeft} />
      </Link>
    </li>
  );
}

function RowContent({ row, hasLeft }: Pick<CaseRowLinkProps, "row" | "hasLeft">) {
  const inbox = useInbox();
  const { assigneeId } = row;
  return (
    <>
      <b className={styles.name}>
        <bdi>{row.name}</bdi>
      </b>
      <span className={styles.message}>
        <span className={styles.form}>{inboxForms[row.form] ?? row.form}</span>
        <span className={styles.snippet} dir="auto">
          {isolateNumbers(row.snippet)}
        </span>
        <PresentStaff
          topic={inboxTopic}
          reference={row.reference}
          page={inbox}
          className={styles.here}
        />
      </span>
      <span className={styles.status}>
        {hasLeft ? (
          <Chip look="gray" icon="leave" isSmall>
            No longer here
          </Chip>
        ) : (
          <StatusChip row={row} isSmall />
        )}
      </span>
      {hasLeft ? (
        <span className={styles.due} />
      ) : (
        <DueMark row={row} now={inbox.now} className={styles.due} />
      )}
      <span className="sr">Assigned to: </span>
      <span className={assigneeId === null ? `${styles.owner} ${styles.nobody}` : styles.owner}>
        {assigneeId === null ? "No one" : inbox.calledNameOf(assigneeId)}
      </span>
      <span className={styles.age}>
        <span className="sr">Newest message: </span>
        {formatAge(row.activeAt, inbox.now)}
        <span className="sr"> ago</span>
      </span>
      <span className="sr">{row.reference}</span>
    </>
  );
}
