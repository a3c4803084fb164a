import type { CaseDetail, CaseEntry } from "../../../contract/desk/inbox.ts";
import { firstName } from "../../format/names.ts";
import { formatLong } from "../../format/times.ts";
import { NoteText } from "../../record/note-text.tsx";
import { DeskIcon } from "../../ui/desk-icon.tsx";
import { Face } from "../../ui/face.tsx";
import { formColor } from "../marks/form-color.ts";
import { useInbox } from "../parts/inbox-context.ts";
import { ReplyOutcome } from "../reply/reply-outcome.tsx";
import styles from "./conversation.module.css";

interface ConversationProps {
  readonly detail: CaseDetail;
  /** Absent for those who only read. */
  readonly onChanged: ((detail: CaseDetail) => void) | undefined;
}

/** How a further message came in. */
const sources = { page: "Answered on the message page", email: "Answered by email" };

/** What the person wrote, what we answered, and notes that stay inside. */
export function Conversation({ detail, onChanged }: ConversationProps) {
  const { entries } = detail;
  return (
    <section aria-labelledby="case-conversation" className={styles.conversation}>
      <div className={styles.head}>
        <h3 id="case-conversation">Conversation</h3>
        <span>{entries.length === 1 ? "1 entry" : `${entries.length} entries, oldest first`}</span>
      </div>
      <ol className={`${styles.thread} ${formColor(detail.form)}`}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} detail={detail} onChanged={onChanged} />
        ))}
      </ol>
    </section>
  );
}

const looks = { message: styles.message, reply: styles.reply, note: styles.note };

function Entry({ entry, detail, onChanged }: ConversationProps & { readonly entry: CaseEntry }) {
  const { nameOf, now, colleagues } = useInbox();
  const name = entry.staffId === null ? detail.name : nameOf(entry.staffId);
  return (
    <li className={`${styles.entry} ${looks[entry.kind]}`}>
      <div className={styles.by}>
        {entry.staffId !== null && <Face name={name} />}
        <b>{name}</b>
        <time dateTime={entry.at}>{formatLong(entry.at, now)}</time>
      </div>
      {entry.text === "" ? (
        <p className={styles.none}>This form has no message. The answers are in the details.</p>
      ) : (
        <p className={styles.text}>
          <NoteText entry={entry} colleagues={colleagues} />
        </p>
      )}
      {entry.via !== null && <p className={styles.source}>{sources[entry.via]}</p>}
      {entry.delivery && (
        <ReplyOutcome template={entry.template} delivery={entry.delivery} onChanged={onChanged} />
      )}
      {entry.kind === "note" && (
        <p className={styles.inside}>
          <DeskIcon name="lock" />
          Note for the team. {firstName(detail.name)} never sees it.
        </p>
      )}
    </li>
  );
}
