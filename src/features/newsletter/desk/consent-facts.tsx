import type { ReactNode } from "react";
import { formatClockSeconds, formatDay, formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { describeSpamReason } from "../../messages/contract/spam-reasons.ts";
import type { ConsentRecord } from "../contract/newsletter-desk.ts";
import styles from "./subscriber-record.module.css";
import { describeSource, namePage } from "./subscriber-text.ts";

/** Shown for what was not stored at that time. */
const unknown = "Not on record";

export function ConsentFacts({ consent }: { consent: ConsentRecord }) {
  const now = useNow();
  const { at, source, page, words, formTime, passedChecks, browser, note, addedBy } = consent;
  const { pendingUntil, confirmedAt, leftAt, spamReason } = consent;
  const isForm = source === "footer";
  const pageText = page === "" ? unknown : `${namePage(page)}, form in the footer`;
  return (
    <dl className={styles.facts}>
      <Fact label="When">
        {formatDay(at)}, {formatClockSeconds(at)}
      </Fact>
      <Fact label={isForm ? "Page" : "Where from"}>
        {isForm ? pageText : describeSource(consent)}
      </Fact>
      {note !== "" && (
        <Fact label="Where and how they agreed" isWide>
          {note}
        </Fact>
      )}
      {addedBy !== "" && <Fact label="Added by">{addedBy}</Fact>}
      {isForm && (
        <>
          <Fact label="Words they saw" isWide>
            {words ? `“${words.heading} ${words.text}”` : unknown}
          </Fact>
          <Fact label="Button they pressed">{words ? `“${words.button}”` : unknown}</Fact>
          <Fact label="Version of the words">
            {words ? formatDay(`${words.since}T12:00:00Z`) : unknown}
          </Fact>
          <Fact label="Time on the form">
            {formTime === null ? unknown : `${(formTime / 1000).toFixed(1)} seconds`}
          </Fact>
          <Fact label="Robot checks">{passedChecks ? "Passed all five" : unknown}</Fact>
        </>
      )}
      {browser !== "" && (
        <Fact label="Browser" isWide>
          {browser}
        </Fact>
      )}
      {confirmedAt !== null && (
        <Fact label="Confirmed by email">{formatLong(confirmedAt, now)}, link pressed</Fact>
      )}
      {pendingUntil !== null && leftAt === null && (
        <Fact label="Confirmed by email">
          Not yet. The link works until {formatDay(pendingUntil)}
        </Fact>
      )}
      {leftAt !== null && <Fact label="Unsubscribed">{formatLong(leftAt, now)}</Fact>}
      {spamReason !== null && (
        <Fact label="Looks like spam because">{describeSpamReason(spamReason)}</Fact>
      )}
    </dl>
  );
}

interface FactProps {
  readonly label: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
