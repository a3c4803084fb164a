import type { CaseEntry } from "../../contract/desk/inbox.ts";
import { firstName } from "../format/names.ts";
import { formatLong } from "../format/times.ts";
import { NoteText } from "../record/note-text.tsx";
import { DeskIcon } from "../ui/desk-icon.tsx";
import { InitialsAvatar } from "../ui/initials-avatar.tsx";
import styles from "./conversation.module.css";
import { ReplyOutcome } from "./reply-outcome.tsx";
import type { Addressed, ReplyKind, ReplyPage } from "./reply-target.ts";

interface ConversationProps<Detail extends Addressed> {
  readonly kind: Pick<ReplyKind<Detail>, "retry">;
  readonly page: ReplyPage;
  readonly detail: Detail;
  /** Class name that sets `--form-color`. */
  readonly color: string;
  /** Absent for those who only read. */
  readonly onChanged: ((detail: Detail) => void) | undefined;
}

/** How a further message came in. */
const sources = { page: "Answered on the message page", email: "Answered by email" };

/** The person's messages, our replies, and internal notes. */
export function Conversation<Detail extends Addressed>(props: ConversationProps<Detail>) {
  const { color, detail } = props;
  const { entries } = detail;
  return (
    <section aria-labelledby="record-conversation" className={styles.conversation}>
      <div className={styles.head}>
        <h3 id="record-conversation">Conversation</h3>
        <span>{entries.length === 1 ? "1 entry" : `${entries.length} entries, oldest first`}</span>
      </div>
      <ol className={`${styles.thread} ${color}`}>
        {entries.map((entry) => (
          <Entry key={entry.id} {...props} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

const looks = { message: styles.message, reply: styles.reply, note: styles.note };

function Entry<Detail extends Addressed>(
  props: ConversationProps<Detail> & { readonly entry: CaseEntry },
) {
  const { kind, page, entry, detail, onChanged } = props;
  const { nameOf, now, colleagues } = page;
  const name = entry.staffId === null ? detail.name : nameOf(entry.staffId);
  return (
    <li className={`${styles.entry} ${looks[entry.kind]}`}>
      <div className={styles.by}>
        {entry.staffId !== null && <InitialsAvatar name={name} />}
        <b>
          <bdi>{name}</bdi>
        </b>
        <time dateTime={entry.at}>{formatLong(entry.at, now)}</time>
      </div>
      {entry.text === "" ? (
        <p className={styles.none}>This form has no message. The answers are in the details.</p>
      ) : (
        <p className={styles.text} dir="auto">
          <NoteText entry={entry} colleagues={colleagues} />
        </p>
      )}
      {entry.via !== null && <p className={styles.source}>{sources[entry.via]}</p>}
      {entry.delivery && (
        <ReplyOutcome
          kind={kind}
          template={entry.template}
          delivery={entry.delivery}
          onChanged={onChanged}
        />
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
