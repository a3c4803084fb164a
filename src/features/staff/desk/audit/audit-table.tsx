import { Link } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { isReference } from "../../../../platform/contract/form-engine/submission.ts";
import { formatClockSeconds, formatDayLong } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { usePerson } from "../../../../platform/desk/session/session.ts";
import { Chip } from "../../../../platform/desk/ui/chip.tsx";
import { InitialsAvatar } from "../../../../platform/desk/ui/initials-avatar.tsx";
import type { AuditEntry } from "../../contract/audit.ts";
import styles from "./audit.module.css";

/** Lines of the audit log, a table for each day. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const now = useNow();
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = formatDayLong(entry.at, now);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, lines]) => (
    <table key={day} className={styles.table}>
      <caption>{day}</caption>
      <colgroup>
        <col />
        <col />
        <col />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">On</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <AuditLine key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  ));
}

function AuditLine({ line }: { line: AuditEntry }) {
  const isRejected = line.kind === "refused";
  return (
    <tr className={isRejected ? styles.rejected : undefined}>
      <td className={styles.time}>
        <time dateTime={line.at}>{formatClockSeconds(line.at)}</time>
      </td>
      <td className={styles.who}>
        <span>
          {line.staffId !== null && <InitialsAvatar name={line.actor} isSmall />}
          <b>
            <bdi>{line.actor}</bdi>
          </b>
        </span>
      </td>
      <td className={styles.what}>
        {isRejected && (
          <Chip look="late" icon="rejected">
            Refused
          </Chip>
        )}{" "}
        {line.what.replace(/^Refused: /, "")}
      </td>
      <td className={styles.on}>
        <Target target={line.target} />
      </td>
      <td className={styles.from}>{line.from}</td>
    </tr>
  );
}

/** What an entry is about; a message links to its record. */
function Target({ target }: { target: string }) {
  const { permissions } = usePerson();
  if (!isReference(target) || !permissions.includes("inbox-read")) return target;
  return <Link to={`${deskPaths.inbox}/${target}`}>{target}</Link>;
}
