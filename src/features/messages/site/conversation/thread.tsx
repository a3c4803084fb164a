import { brand } from "../../../../brand.ts";
import { formatBytes } from "../../../../platform/contract/format-bytes.ts";
import { isolate, withoutIsolates } from "../../../../platform/contract/isolate.ts";
import type { ConversationEntry, ConversationState } from "../../contract/conversations.ts";
import {
  describeAttachments,
  type EmailFacts,
  type EmailKind,
  type EmailNote,
  groupEntries,
  nameQuiet,
} from "../../contract/inbound-emails.ts";
import { MessageText } from "./message-text.tsx";
import { nameMoment } from "./name-day.ts";
import styles from "./thread.module.css";

const missing: Readonly<Record<EmailNote, string>> = {
  unreadable: "Part of this email could not be read. We have the original.",
  "too-large": "This email was too large. We have its first 25 MB.",
  "text-cut": "This email is very long. This is its beginning, and we have the rest.",
  encrypted: "This email is encrypted, and we can't open it. Please write it below.",
  "unknown-format": "This email is in a format that we can't read. Please write it below.",
};

function EmailNotes({ email }: { email: EmailFacts }) {
  const attached = describeAttachments(email.attachments);
  return (
    <>
      {attached !== "" && (
        <p className={styles.note} dir="auto">
          {attached}
        </p>
      )}
      {email.notes.map((note) => (
        <p key={note} className={styles.note}>
          {missing[note]}
        </p>
      ))}
    </>
  );
}

interface ThreadProps {
  readonly conversation: ConversationState;
  /** Whose conversation it is, for somebody else who reads it. */
  readonly person?: string;
}

export function Thread({ conversation: { entries, now }, person = "You" }: ThreadProps) {
  return (
    <>
      <h2 className={styles.heading}>Messages</h2>
      {entries.length === 0 ? (
        <p>No messages yet.</p>
      ) : (
        <ol className={styles.thread}>
          {groupEntries(entries).map(({ entry, quiet }) =>
            entry ? (
              <Entry key={entry.id} entry={entry} now={now} person={person} />
            ) : (
              <li key={quiet[0].id}>
                <details className={styles.quiet}>
                  <summary>{nameQuiet(quiet.length)}</summary>
                  <ol className={styles.thread}>
                    {quiet.map((one) => (
                      <Entry key={one.id} entry={one} now={now} person={person} />
                    ))}
                  </ol>
                </details>
              </li>
            ),
          )}
        </ol>
      )}
    </>
  );
}

const folded: Partial<Readonly<Record<EmailKind, string>>> = {
  "auto-reply": "Automatic reply",
  reaction: "Reaction",
};

interface EntryProps {
  readonly entry: ConversationEntry;
  readonly now: string;
  readonly person: string;
}

function Entry({ entry, now, person }: EntryProps) {
  const { email } = entry;
  const isOurs = entry.from !== null;
  const who = nameWriter(entry, person);
  const label = email ? folded[email.kind] : undefined;
  const text = <MessageText entry={entry} />;
  return (
    <li className={isOurs ? `${styles.entry} ${styles.ours}` : styles.entry}>
      <div className={styles.by}>
        <span className={styles.mark} aria-hidden="true">
          {[...withoutIsolates(who).toUpperCase()][0]}
        </span>
        <p>
          <b dir="auto">{who}</b>
          <time dateTime={entry.at}>{nameMoment(entry.at, now)}</time>
        </p>
      </div>
      {email && email.sender !== "customer" && email.address !== "" && (
        <p className={styles.note}>
          <bdi>{email.address}</bdi>
          {email.sender === "other"
            ? ", not your address"
            : ". Sender not confirmed: this email may not be from you."}
        </p>
      )}
      {label === undefined ? (
        text
      ) : (
        <details className={styles.quiet}>
          <summary>{label}</summary>
          {text}
        </details>
      )}
      {entry.files.length > 0 && (
        <ul className={styles.files} aria-label="Attachments">
          {entry.files.map(({ id, name, size, path }) => (
            <li key={id}>
              <a href={path} download={name} dir="auto">
                {name}, {formatBytes(size)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {email && <EmailNotes email={email} />}
    </li>
  );
}

/** Who wrote an entry, as its heading. */
function nameWriter({ from, email }: ConversationEntry, person: string): string {
  if (from !== null) return `${isolate(from || "Someone")} at ${brand.name}`;
  if (email?.sender === "other") return email.name || email.address || "Someone else";
  return email?.sender === "unconfirmed" ? "Not confirmed" : person;
}
