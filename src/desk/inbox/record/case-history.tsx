import { type CaseDetail, inboxForms } from "../../../contract/desk/inbox.ts";
import { formatLong } from "../../format/times.ts";
import { Fold } from "../../ui/fold.tsx";
import { useInbox } from "../parts/inbox-context.ts";
import styles from "./case-history.module.css";

function formatChanges(count: number): string {
  if (count === 0) return "no changes yet";
  return count === 1 ? "1 change" : `${count} changes`;
}

/** Every change with who and when, newest first. */
export function CaseHistory({ detail }: { detail: CaseDetail }) {
  const { nameOf, now } = useInbox();
  const changes = [...detail.history].reverse();
  return (
    <Fold label={`History, ${formatChanges(changes.length)}`} className={styles.history}>
      <ul>
        {changes.map(({ id, at, staffId, what }) => (
          <li key={id}>
            <time dateTime={at}>{formatLong(at, now)}</time>
            <p>
              {staffId !== null && `${nameOf(staffId)}. `}
              {what}
            </p>
          </li>
        ))}
        <li>
          <time dateTime={detail.createdAt}>{formatLong(detail.createdAt, now)}</time>
          <p>Sent with the form {inboxForms[detail.form] ?? detail.form}</p>
        </li>
      </ul>
    </Fold>
  );
}
