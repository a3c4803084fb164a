import type { Ref } from "react";
import { Link } from "react-router";
import { isolateNumbers } from "../../../../../platform/contract/isolate.ts";
import { formatShort } from "../../../../../platform/desk/format/times.ts";
import { PresenceChip } from "../../../../../platform/desk/ui/chip.tsx";
import { type CaseRow, inboxForms } from "../../../contract/desk/inbox.ts";
import { formColor } from "../form-color.ts";
import { colleaguesAt, useInbox } from "../inbox-context.ts";
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
  readonly ref?: Ref<HTMLLIElement>;
}

export function CaseRowItem(props: CaseRowLinkProps) {
  const { row, to, isOpen, isChoosing, isChosen, onChoose, ref } = props;
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
        <RowContent row={row} />
      </Link>
    </li>
  );
}

function RowContent({ row }: { row: CaseRow }) {
  const inbox = useInbox();
  const present = colleaguesAt(inbox, row.reference);
  return (
    <>
      <b className={styles.name}>
        <bdi>{row.name}</bdi>
      </b>
      <span className={styles.when}>{formatShort(row.activeAt, inbox.now)}</span>
      <span className={styles.snippet} dir="auto">
        {isolateNumbers(row.snippet)}
      </span>
      <span className={styles.meta}>
        <StatusChip row={row} />
        {present.map(({ id, sentence }) => (
          <PresenceChip key={id} name={inbox.nameOf(id)}>
            {sentence}
          </PresenceChip>
        ))}
        <span>{inboxForms[row.form] ?? row.form}</span>
        {row.assigneeId !== null && <span>{inbox.nameOf(row.assigneeId)}</span>}
        <span className="sr">{row.reference}</span>
      </span>
    </>
  );
}
