import { formatClock } from "../../../../platform/desk/format/times.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import styles from "./live-line.module.css";
import type { LiveState } from "./use-live-events.ts";

export function LostLine({ live }: { live: LiveState }) {
  return (
    <div role="status">
      {live.lostAt !== undefined && (
        <p className={styles.lost}>
          <DeskIcon name="offline" />
          <span>
            <b>Not live since {formatClock(live.lostAt)}.</b> You can keep writing. Updates resume
            automatically.
          </span>
        </p>
      )}
    </div>
  );
}
