import {
  describeAttachments,
  type EmailFacts,
  type EmailNote,
} from "../../contract/inbound-emails.ts";
import styles from "./thread.module.css";

const missing: Readonly<Record<EmailNote, string>> = {
  unreadable: "Part of this email could not be read. We have the original.",
  "too-large": "This email was too large. We have its first 10 MB.",
  "text-cut": "This email is very long. This is its beginning, and we have the rest.",
  encrypted: "This email is encrypted, and we can't open it. Please write it below.",
  "unknown-format": "This email is in a format that we can't read. Please write it below.",
};

/** What the person should know about an email: attachments, and what is missing. */
export function EmailNotes({ email }: { email: EmailFacts }) {
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
