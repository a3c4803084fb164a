import { Fragment } from "react";
import type { CaseDetail, CaseEntry } from "../../../contract/desk/inbox.ts";
import { firstName } from "../../format/names.ts";
import { formatLong } from "../../format/times.ts";
import { DeskIcon } from "../../ui/desk-icon.tsx";
import { Face } from "../../ui/face.tsx";
import { formColor } from "../marks/form-color.ts";
import { useInbox } from "../parts/inbox-context.ts";
import { mentionOf } from "../parts/mentions.ts";
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
  const { nameOf, now } = useInbox();
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
          <EntryText entry={entry} />
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

/** The text with the colleagues whom it mentions set apart. */
function EntryText({ entry }: { entry: CaseEntry }) {
  const { colleagues } = useInbox();
  const names = new Set(
    colleagues
      .filter(({ id }) => entry.mentions.includes(id))
      .map((one) => mentionOf(one, colleagues)),
  );
  return splitAt(entry.text, names).map(({ start, part }) =>
    names.has(part) ? (
      <span key={start} className={styles.mention}>
        {part}
      </span>
    ) : (
      <Fragment key={start}>{part}</Fragment>
    ),
  );
}

/** Splits a text so that each of these words is a part of its own, with the place of each part. */
function splitAt(
  text: string,
  words: ReadonlySet<string>,
): readonly { readonly start: number; readonly part: string }[] {
  let parts = [text];
  for (const word of words) {
    parts = parts.flatMap((part) =>
      words.has(part)
        ? [part]
        : part.split(word).flatMap((rest, index) => (index === 0 ? [rest] : [word, rest])),
    );
  }
  let start = 0;
  return parts.filter(Boolean).map((part) => {
    start += part.length;
    return { start: start - part.length, part };
  });
}
