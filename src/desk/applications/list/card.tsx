import { Link } from "react-router";
import {
  type ApplicationRow,
  trackLabels,
} from "../../../contract/desk/recruiting/applications.ts";
import { sourceName } from "../../../contract/desk/recruiting/funnel.ts";
import { marketName } from "../../../contract/desk/recruiting/markets.ts";
import { formatShort } from "../../format/times.ts";
import { DeskIcon } from "../../ui/desk-icon.tsx";
import { useApplications } from "../parts/applications-context.ts";
import { formatAge } from "../parts/format-age.ts";
import { ApplicationChip } from "../parts/status-chip.tsx";
import styles from "./card.module.css";

interface CardProps {
  readonly row: ApplicationRow;
  /** URL of the record. */
  readonly to: string;
  readonly isOpen: boolean;
  /** In the list a card shows its status; on the board the row does. */
  readonly showsStatus?: boolean;
  /** Called with the row when dragging starts, and without it when dragging ends. */
  readonly onDrag?: (row: ApplicationRow | undefined) => void;
}

/** One application on the board or in the list. */
export function Card({ row, to, isOpen, showsStatus = false, onDrag }: CardProps) {
  const { now } = useApplications();
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
      <span className="sr">{reference}</span>
      {showsStatus && (
        <span className={`${styles.meta} ${styles.status}`}>
          <ApplicationChip status={status} />
        </span>
      )}
    </Link>
  );
}
