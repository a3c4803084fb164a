import type { Ref } from "react";
import { Link } from "react-router";
import { deskPaths } from "../../../../../platform/contract/desk/paths.ts";
import { firstName } from "../../../../../platform/desk/format/names.ts";
import { formatInSentence } from "../../../../../platform/desk/format/times.ts";
import { PresentHere } from "../../../../../platform/desk/record/present-staff.tsx";
import { privacyStatusNames } from "../../../../privacy/contract/names.ts";
import { type CaseDetail, inboxForms, inboxTopic } from "../../../contract/desk/inbox.ts";
import { useInbox } from "../inbox-context.ts";
import { StatusChip } from "../status-chip.tsx";
import styles from "./record-head.module.css";

interface RecordHeadProps {
  readonly detail: CaseDetail;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** Who sent what when, its status, and who else has it open. */
export function RecordHead({ detail, headingRef }: RecordHeadProps) {
  const inbox = useInbox();
  return (
    <header>
      <div className={styles.head}>
        <h2 ref={headingRef} tabIndex={-1} id="case-heading">
          <bdi>{detail.name}</bdi>
        </h2>
        <PresentHere topic={inboxTopic} reference={detail.reference} page={inbox} />
        <StatusChip row={detail} />
      </div>
      <div className={styles.sub}>
        <p>
          {inboxForms[detail.form] ?? detail.form} <b className="exact">{detail.reference}</b>, sent{" "}
          {formatInSentence(detail.createdAt, inbox.now)}
        </p>
        {detail.request !== null && inbox.person.permissions.includes("deletion") && (
          <Link to={`${deskPaths.privacy}/${detail.reference}`} className={styles.all}>
            Privacy case: {privacyStatusNames[detail.request]}
          </Link>
        )}
        <Link to={`${deskPaths.people}/${detail.reference}`} className={styles.all}>
          {detail.othersOfPerson > 0
            ? `All ${detail.othersOfPerson + 1} from ${firstName(detail.name)}`
            : `About ${firstName(detail.name)}`}
        </Link>
      </div>
    </header>
  );
}
