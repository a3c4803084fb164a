import { Link } from "react-router";
import { formatAge } from "../../../platform/desk/format/durations.ts";
import { formatShort } from "../../../platform/desk/format/times.ts";
import { PresentStaff } from "../../../platform/desk/record/present-staff.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { type ApplicationRow, applicationsTopic, trackLabels } from "../contract/applications.ts";
import { sourceName } from "../contract/funnel.ts";
import { marketName } from "../contract/markets.ts";
import { useApplications } from "./applications-context.ts";
import styles from "./card.module.css";
import { ApplicationChip } from "./status-chip.tsx";

interface CardProps {
  readonly row: ApplicationRow;
  readonly to: string;
  readonly isOpen: boolean;
  /** In the list a card shows its status; on the board the row does. */
  readonly showsStatus?: boolean;
  /** Called with the row when dragging starts, and without it when dragging ends. */
  readonly onDrag?: (row: ApplicationRow | undefined) => void;
}

export function Card({ row, to, isOpen, showsStatus = false, onDrag }: CardProps) {
  const page = useApplications();
  const { now } = page;
  const { reference, name, track, city, market, source, isRepeat, isWaiting, status } = row;
  return (
    <Link
      to={to}
      data-reference={reference}
      className={`${styles.card} ${styles[track]}`}
      aria-current={isOpen || undefined}
      draggable={onDrag !== undefined}
      onDragStart={({ dataTransfer }) => {
        if (!onDrag) return;
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", reference);
        onDrag(row);
      }}
      onDragEnd={() => onDrag?.(undefined)}
    >
      <b className={styles.name}>
        <bdi>{name}</bdi>
      </b>
      <span className={styles.when}>
        {status === "hired" ? formatShort(row.statusAt, now) : formatAge(row.sentAt, now)}
      </span>
      <span className={styles.meta}>
        {trackLabels[track]}, {city || marketName(market)}
      </span>
      <span className={styles.meta}>{sourceName(source)}</span>
      {isRepeat && (
        <span className={`${styles.meta} ${styles.repeat}`}>
          <DeskIcon name="people" />
          Seen before
        </span>
      )}
      {isWaiting && (
        <span className={`${styles.meta} ${styles.repeat}`}>
          <DeskIcon name="mail" />
          Wrote back
        </span>
      )}
      <PresentStaff
        topic={applicationsTopic}
        reference={reference}
        page={page}
        className={`${styles.meta} ${styles.status}`}
      />
      <span className="sr">{reference}</span>
      {showsStatus && (
        <span className={`${styles.meta} ${styles.status}`}>
          <ApplicationChip status={status} />
        </span>
      )}
    </Link>
  );
}
