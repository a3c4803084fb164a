import { brand } from "../../brand.ts";
import type { ConversationEntry, ConversationState } from "../../contract/conversations.ts";
import { isolate } from "../../contract/text/isolate.ts";
import { nameMoment } from "./name-day.ts";
import styles from "./thread.module.css";

/** What was said, oldest first. */
export function Thread({ conversation: { entries, now } }: { conversation: ConversationState }) {
  return (
    <>
      <h2 className={styles.heading}>What was said</h2>
      {entries.length === 0 ? (
        <p>Nothing yet. Your request needs no words.</p>
      ) : (
        <ol className={styles.thread}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} now={now} />
          ))}
        </ol>
      )}
    </>
  );
}

function Entry({ entry, now }: { entry: ConversationEntry; now: string }) {
  const isOurs = entry.from !== null;
  const who = isOurs ? `${isolate(entry.from || "Someone")} at ${brand.name}` : "You";
  return (
    <li className={isOurs ? `${styles.entry} ${styles.ours}` : styles.entry}>
      <div className={styles.by}>
        <span className={styles.mark} aria-hidden="true">
          {isOurs ? [...(entry.from || "S")][0] : "Y"}
        </span>
        <p>
          <b>{who}</b>
          <time dateTime={entry.at}>{nameMoment(entry.at, now)}</time>
        </p>
      </div>
      <p className={styles.text} dir="auto">
        {entry.text}
      </p>
    </li>
  );
}
