import { useState } from "react";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatShort } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import type { Colleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { type ContactResponse, maxContactReplies } from "../../contract/contacts.ts";
import { CaseLink } from "./case-link.tsx";
import styles from "./contact.module.css";

/** Replies that are shown at first. */
const few = 3;

interface ContactRepliesProps {
  readonly person: ContactResponse;
  readonly nameOf: Colleagues["nameOf"];
}

export function ContactReplies({ person: { name, replies }, nameOf }: ContactRepliesProps) {
  const now = useNow();
  const [isFull, setFull] = useState(false);
  const shown = isFull ? replies : replies.slice(0, few);
  const count =
    replies.length === maxContactReplies ? `${maxContactReplies} newest` : replies.length;
  return (
    <section className={styles.notes} aria-labelledby="person-replies">
      <h2 id="person-replies">Emails to {firstName(name)}</h2>
      {replies.length === 0 && <p>No emails to {firstName(name)} yet.</p>}
      {replies.length > 0 && (
        <ul>
          {shown.map(({ id, reference, form, staffId, at, delivery }) => (
            <li key={id}>
              <time dateTime={at}>{formatShort(at, now)}</time>
              <p className={styles.reply}>
                <CaseLink form={form} reference={reference} />
                <Outcome delivery={delivery} />
              </p>
              <p>by {nameOf(staffId)}</p>
            </li>
          ))}
        </ul>
      )}
      {replies.length > few && (
        <Actions>
          <Button look="ghost" isSmall aria-expanded={isFull} onClick={() => setFull(!isFull)}>
            {isFull ? "Show fewer" : `All ${count} emails`}
          </Button>
        </Actions>
      )}
    </section>
  );
}

function Outcome({
  delivery: { state, reason },
}: Pick<ContactResponse["replies"][number], "delivery">) {
  if (state === "sent") {
    return (
      <span className={styles.outcome}>
        <DeskIcon name="check" />
        Delivered
      </span>
    );
  }
  if (state === "waiting") {
    return (
      <span className={styles.outcome}>
        <DeskIcon name="clock" />
        On its way
      </span>
    );
  }
  return (
    <span className={`${styles.outcome} ${styles.failed}`}>
      <DeskIcon name="warning" />
      Not delivered: {reason}
    </span>
  );
}
