import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { maxCount } from "../../../platform/contract/desk/max-count.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { Address } from "../../../platform/desk/record/address.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { Disclosure } from "../../../platform/desk/ui/disclosure.tsx";
import type { SubscriberDetail } from "../contract/newsletter-desk.ts";
import { ConsentFacts } from "./consent-facts.tsx";
import pageStyles from "./newsletter.module.css";
import { StateChip } from "./state-chip.tsx";
import { SubscriberActions } from "./subscriber-actions.tsx";
import styles from "./subscriber-record.module.css";

interface SubscriberRecordProps {
  readonly subscriber: SubscriberDetail;
  readonly back: { readonly to: string; readonly label: string };
  readonly takesFocus: boolean;
  readonly onChanged: (what: string) => void;
}

/** One address: how its owner consented, and what staff may do with it. */
export function SubscriberRecord({
  subscriber,
  back,
  takesFocus,
  onChanged,
}: SubscriberRecordProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { email, state, consents } = subscriber;
  const [newest, ...earlier] = consents;

  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <Link to={back.to} className={`${styles.back} ${pageStyles.back}`}>
        <DeskIcon name="back" />
        {back.label}
      </Link>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          <Address email={email} />
        </h2>
        <StateChip state={state} />
      </div>
      <p>How this person agreed. This is what we can show if they ask.</p>
      {newest && <ConsentFacts consent={newest} />}
      {earlier.length > 0 && (
        <Disclosure
          label={earlier.length === 1 ? "1 earlier signup" : `${earlier.length} earlier signups`}
          className={styles.earlier}
        >
          {earlier.map((consent) => (
            <ConsentFacts key={consent.id} consent={consent} />
          ))}
        </Disclosure>
      )}
      <SubscriberActions subscriber={subscriber} onChanged={onChanged} />
      <Emails subscriber={subscriber} />
      <OtherMessages subscriber={subscriber} />
    </>
  );
}

function Emails({ subscriber: { emails } }: Pick<SubscriberRecordProps, "subscriber">) {
  const now = useNow();
  if (emails.length === 0) return null;
  return (
    <>
      <h3 className={styles.part}>Emails to this person</h3>
      <ul className={styles.emails}>
        {emails.map(({ at, subject, sentAt, failedAt }) => (
          <li key={at}>
            <time dateTime={at}>{formatLong(at, now)}</time>
            <b>{subject}</b>
            <span>
              {sentAt !== null ? "Sent" : failedAt !== null ? "Could not be sent" : "Waits"}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function OtherMessages({
  subscriber: { messages, email },
}: Pick<SubscriberRecordProps, "subscriber">) {
  const { permissions } = useCurrentStaff();
  if (messages === 0 || !permissions.includes("inbox-read")) return null;
  const query = new URLSearchParams({ status: "all", q: email });
  const count = formatCount(messages, messages < maxCount);
  return (
    <>
      <h3 className={styles.part}>Same person</h3>
      <p>
        This address also sent {messages === 1 ? "1 message" : `${count} messages`}.{" "}
        <Link to={`${deskPaths.inbox}?${query}`} className={styles.link}>
          Open them in the inbox
        </Link>
      </p>
    </>
  );
}
