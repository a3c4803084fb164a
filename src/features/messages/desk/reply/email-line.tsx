import { useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskDownload } from "../../../../platform/desk/data/desk-download.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import type { EmailFacts, EmailNote } from "../../contract/inbound-emails.ts";
import { EmailFiles } from "../files/email-files.tsx";
import styles from "./email-line.module.css";
import type { Addressed, ReplyKind } from "./reply-target.ts";

interface EmailLineProps<Detail extends Addressed> {
  readonly kind: Pick<ReplyKind<Detail>, "emails">;
  readonly email: EmailFacts;
  readonly reference: string;
  /** Absent for those who only read. */
  readonly onChanged: ((detail: Detail) => void) | undefined;
}

const missing: Readonly<Record<EmailNote, string>> = {
  unreadable: "Part of this email could not be read. Download the original.",
  "too-large": "This email was larger than 25 MB. Only its beginning was kept.",
  "text-cut": "This text was cut at 1 MB. Download the original for the rest.",
  encrypted: "This email is encrypted. The customer was asked to write without encryption.",
  "unknown-format": "This email is in a format that can't be read here. Download the original.",
};

export function EmailLine<Detail extends Addressed>(props: EmailLineProps<Detail>) {
  const { kind, email, reference, onChanged } = props;
  const [failure, setFailure] = useState<string>();
  const isAutomatic = email.kind !== "message";

  async function treat(changed: (detail: Detail) => void) {
    const outcome = await deskRequest(withId(kind.emails.treatAsMessage, email.id));
    if (outcome.ok) changed(outcome.data);
    else setFailure(failureMessage(outcome.error));
  }
  async function download() {
    const error = await deskDownload(
      withId(kind.emails.original, email.id),
      `email-${reference}.eml`,
    );
    setFailure(error && failureMessage(error));
  }

  return (
    <div className={styles.line}>
      <EmailFiles kind={kind} email={email} mayDownload={onChanged !== undefined} />
      {email.notes.map((note) => (
        <p key={note} className={styles.note}>
          <DeskIcon name="warning" />
          {missing[note]}
        </p>
      ))}
      {onChanged && (
        <div className={styles.acts}>
          {isAutomatic && (
            <Button look="ghost" isSmall onClick={() => void treat(onChanged)}>
              Treat as a message
            </Button>
          )}
          {email.hasOriginal && (
            <Button look="ghost" isSmall onClick={() => void download()}>
              Download the original
            </Button>
          )}
        </div>
      )}
      <span role="alert">{failure}</span>
    </div>
  );
}
