import { maxCount } from "../../../platform/contract/desk/max-count.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import type { SubscriberCounts, SyncState } from "../contract/newsletter-desk.ts";
import styles from "./newsletter.module.css";

export function NewsletterHead({ counts }: { counts: SubscriberCounts }) {
  const { confirms, sync } = counts;
  return (
    <div className={styles.head}>
      <div>
        <h2>Newsletter</h2>
        <p>
          {confirms ? "Addresses are confirmed by email before they are subscribed. " : ""}
          {sync
            ? "Newsletters are sent from your email tool."
            : "Newsletters are sent from an email tool: export the list to it as CSV."}
        </p>
      </div>
      {sync && <SyncMark sync={sync} />}
    </div>
  );
}

function SyncMark({ sync }: { sync: SyncState }) {
  const { at, waiting, failure } = sync;
  const now = useNow();
  const since = at === null ? "never yet" : formatLong(at, now);
  if (failure !== null) {
    return (
      <p className={styles.sync}>
        <Chip look="late" icon="warning">
          Not synced
        </Chip>
        {failure} {formatWaiting(waiting)} Last synced: {since}.
      </p>
    );
  }
  return (
    <p className={styles.sync}>
      <Chip look={waiting === 0 ? "sage" : "marigold"} icon={waiting === 0 ? "check" : "clock"}>
        {waiting === 0 ? `Synced, ${since}` : formatWaiting(waiting)}
      </Chip>
    </p>
  );
}

function formatWaiting(waiting: number): string {
  if (waiting === 0) return "";
  const count = formatCount(waiting, waiting < maxCount);
  return `${count} ${waiting === 1 ? "address waits" : "addresses wait"}.`;
}
