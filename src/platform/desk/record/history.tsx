import type { HistoryLine } from "../../contract/desk/history.ts";
import { formatLong } from "../format/times.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import styles from "./history.module.css";

interface HistoryProps {
  /** "History, 3 changes" by default. */
  readonly label?: string;
  /** Oldest first. */
  readonly changes: readonly HistoryLine[];
  /** When the record came in, ISO 8601, and how. */
  readonly createdAt: string;
  readonly created: string;
  readonly nameOf: (staffId: string) => string;
  readonly now: number;
}

function formatChanges(count: number): string {
  if (count === 0) return "no changes yet";
  return count === 1 ? "1 change" : `${count} changes`;
}

/** Every change with who and when, newest first. */
export function History(props: HistoryProps) {
  const { changes, createdAt, created, nameOf, now } = props;
  const { label = `History, ${formatChanges(changes.length)}` } = props;
  return (
    <Disclosure label={label} className={styles.history}>
      <ul>
        {[...changes].reverse().map(({ id, at, staffId, what }) => (
          <li key={id}>
            <time dateTime={at}>{formatLong(at, now)}</time>
            <p>
              {staffId !== null && `${nameOf(staffId)}. `}
              <bdi>{what}</bdi>
            </p>
          </li>
        ))}
        <li>
          <time dateTime={createdAt}>{formatLong(createdAt, now)}</time>
          <p>{created}</p>
        </li>
      </ul>
    </Disclosure>
  );
}
