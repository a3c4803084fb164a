import { firstName, lastName, name } from "../../../../../platform/contract/form-engine/fields.ts";
import { formatLong } from "../../../../../platform/desk/format/times.ts";
import { Address } from "../../../../../platform/desk/record/address.tsx";
import { PhoneLink } from "../../../../../platform/desk/record/phone-link.tsx";
import { answerOutcomeNames } from "../../../contract/answers.ts";
import type { CaseDetail } from "../../../contract/inbox.ts";
import { describeSpamReason } from "../../../contract/spam-reasons.ts";
import { useInbox } from "../inbox-context.ts";
import { AccountChip } from "../status-chip.tsx";
import styles from "./record-facts.module.css";

/** Answers that the heading already shows. */
const inHeading: ReadonlySet<string> = new Set([name.label, firstName.label, lastName.label]);

/** What the person entered besides the message, their account, and when an answer is due. */
export function RecordFacts({ detail }: { detail: CaseDetail }) {
  const { now } = useInbox();
  const answerText = answerOutcomeNames[detail.answer];
  return (
    <dl className={styles.facts}>
      {detail.fields
        .filter(({ label }) => !inHeading.has(label))
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">
              <FactValue value={value} detail={detail} />
            </dd>
          </div>
        ))}
      {detail.account !== null && (
        <div>
          <dt>Account</dt>
          <dd>
            <AccountChip account={detail.account} />
          </dd>
        </div>
      )}
      {detail.dueAt !== null && (
        <div>
          <dt>Due</dt>
          <dd className={detail.isOverdue ? styles.late : undefined}>
            {formatLong(detail.dueAt, now)}
          </dd>
        </div>
      )}
      {answerText !== "" && detail.answer !== "overdue" && (
        <div>
          <dt>First reply</dt>
          <dd>{answerText}</dd>
        </div>
      )}
      {detail.isSpam && detail.spamReason !== null && (
        <div>
          <dt>Spam because</dt>
          <dd>{describeSpamReason(detail.spamReason)}</dd>
        </div>
      )}
    </dl>
  );
}

function FactValue({ value, detail }: { value: string; detail: CaseDetail }) {
  if (value === "") return <span className={styles.none}>No answer</span>;
  if (value.toLowerCase() === detail.email.toLowerCase()) {
    return (
      <a href={`mailto:${value}`}>
        <Address email={value} />
      </a>
    );
  }
  if (value === detail.phone) return <PhoneLink phone={value} />;
  if (value === detail.supportId) return <span className="exact">{value}</span>;
  return value;
}
