import { useRef } from "react";
import { useLiveState } from "../../../../platform/desk/data/live-channel.ts";
import { formatClock } from "../../../../platform/desk/format/times.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import styles from "./live-line.module.css";

/** Notice above the list that the connection is lost. */
export function LostLine() {
  const { lostAt } = useLiveState();
  const wasLost = useRef(false);
  wasLost.current ||= lostAt !== undefined;
  return (
    <div role="status">
      {lostAt === undefined ? (
        wasLost.current && <span className="sr">Live again.</span>
      ) : (
        <p className={styles.lost}>
          <DeskIcon name="offline" />
          <span>
            <b>Not live since {formatClock(lostAt)}.</b> You can keep writing. Updates resume
            automatically.
          </span>
        </p>
      )}
    </div>
  );
}
