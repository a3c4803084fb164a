import { facts } from "../../../../platform/contract/facts.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import type { PrivacyDetail } from "../../contract/endpoints.ts";
import { DaysLeftColumn } from "../days-left-column.tsx";
import { formatDaysLeft } from "../request-text.ts";
import styles from "./clock.module.css";

const { answer, extension, appeal } = facts.privacyRequest;

export function Clock({ detail }: { detail: PrivacyDetail }) {
  const { daysLeft, days, dueAt, appeal: asked, isExtended } = detail;
  const isLate = daysLeft < 0;
  return (
    <div className={styles.clock}>
      <div className={styles.picture}>
        <DaysLeftColumn row={detail} />
      </div>
      <div>
        <p className={isLate ? `${styles.number} ${styles.late}` : styles.number}>
          {formatDaysLeft(daysLeft)}
        </p>
        <p className={styles.until}>
          {isLate
            ? `It was due on ${formatDay(dueAt)}.`
            : `Until ${formatDay(dueAt)}. Today is day ${days - daysLeft} of ${days}.`}
        </p>
        <p>{sentence(asked !== null, isExtended)}</p>
        {isExtended && detail.extensionReason !== "" && (
          <p>More time, as we wrote: {detail.extensionReason}</p>
        )}
      </div>
    </div>
  );
}

function sentence(isAppeal: boolean, isExtended: boolean): string {
  if (isAppeal) return `The law gives us ${appeal} days to decide on an appeal.`;
  if (isExtended) return `These are the first ${answer} days and ${extension} more.`;
  return `The law gives us ${answer} days, and once more ${extension} with a reason and a letter.`;
}
