import type { ReactNode, Ref } from "react";
import { firstName } from "../../../../../platform/desk/format/names.ts";
import { PresentHere } from "../../../../../platform/desk/record/present-staff.tsx";
import { type CaseDetail, inboxForms, inboxTopic, openStatuses } from "../../../contract/inbox.ts";
import { DueMark } from "../due-mark.tsx";
import { useInbox } from "../inbox-context.ts";
import { StatusChip } from "../status-chip.tsx";
import styles from "./record-head.module.css";

interface RecordHeadProps {
  readonly detail: CaseDetail;
  readonly headingRef: Ref<HTMLHeadingElement>;
  /** Buttons of the record. */
  readonly children: ReactNode;
}

/** Who sent what, until when an answer is due, who else has it open, and the record's buttons. */
export function RecordHead({ detail, headingRef, children }: RecordHeadProps) {
  const inbox = useInbox();
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h2 ref={headingRef} tabIndex={-1} id="case-heading">
          <bdi>{detail.name}</bdi>
        </h2>
        <p>
          {inboxForms[detail.form] ?? detail.form} <b className="exact">{detail.reference}</b>
          {detail.dueAt !== null && (
            <>
              . <DueMark row={detail} now={inbox.now} isNamed />
            </>
          )}
          {detail.dueAt === null && !detail.isSpam && openStatuses.includes(detail.status) && (
            <>
              . Waiting on{" "}
              {detail.status === "waiting" ? <bdi>{firstName(detail.name)}</bdi> : "us"}
            </>
          )}
        </p>
      </div>
      <PresentHere topic={inboxTopic} reference={detail.reference} page={inbox} />
      {(detail.isSpam || detail.isUndelivered || detail.request !== null) && (
        <StatusChip row={detail} />
      )}
      <div className={styles.actions}>{children}</div>
    </header>
  );
}
