import {
  formatClock,
  formatDay,
  formatMonthOfYear,
} from "../../../../platform/desk/format/times.ts";
import type { PrivacyDetail, PrivacyReceipt } from "../../contract/endpoints.ts";
import styles from "./receipt.module.css";

interface ReceiptProps {
  readonly detail: PrivacyDetail;
  readonly receipt: PrivacyReceipt;
}

export function Receipt({ detail, receipt }: ReceiptProps) {
  const { at, by, lines, deleted, kept } = receipt;
  return (
    <div className={styles.receipt}>
      <div className={styles.slip}>
        <h3>
          Receipt <span className="exact">{detail.reference}</span>
        </h3>
        <p>
          Deleted on {formatDay(at)}, at {formatClock(Date.parse(at))}, by {by}.
        </p>
        <dl className={styles.bill}>
          {lines.map(({ name, count }) => (
            <Line key={name} name={name} count={count} />
          ))}
          <Line name="Deleted" count={deleted} className={styles.sum} />
          <Line name={`Kept until ${formatMonthOfYear(detail.keptUntil)}, as proof`} count={kept} />
        </dl>
        {detail.receivers.length > 0 && (
          <>
            <h4>Other programs</h4>
            <ul className={styles.receivers}>
              {detail.receivers.map((receiver) => (
                <li key={receiver.id}>{describeReceiver(receiver)}</li>
              ))}
            </ul>
          </>
        )}
        <p>The receipt contains no name or address.</p>
      </div>
      <svg
        className={styles.tear}
        viewBox="0 0 240 12"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M0 0L10 12L20 0L30 12L40 0L50 12L60 0L70 12L80 0L90 12L100 0L110 12L120 0L130 12L140 0L150 12L160 0L170 12L180 0L190 12L200 0L210 12L220 0L230 12L240 0" />
      </svg>
    </div>
  );
}

/** "app.example.com confirmed on November 28, 2026." */
function describeReceiver({ host, confirmedAt, reminders }: PrivacyDetail["receivers"][number]) {
  if (confirmedAt) return `${host} confirmed on ${formatDay(confirmedAt)}.`;
  const count = reminders === 1 ? "1 reminder" : `${reminders} reminders`;
  return reminders === 0
    ? `${host} has not confirmed yet.`
    : `${host} has not confirmed, ${count}.`;
}

function Line(props: { name: string; count: number; className?: string | undefined }) {
  return (
    <div className={props.className}>
      <dt>{props.name}</dt>
      <dd>{props.count.toLocaleString("en-US")}</dd>
    </div>
  );
}
