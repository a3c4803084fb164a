import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { brand } from "../../../../brand.ts";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { isolate } from "../../../../platform/contract/isolate.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { type Opened, useRecord } from "../../../../platform/desk/data/use-record.ts";
import { formatInSentence, formatLong } from "../../../../platform/desk/format/times.ts";
import type { BackTarget } from "../../../../platform/desk/record/back-link.tsx";
import { PhoneLink } from "../../../../platform/desk/record/phone-link.tsx";
import { PresentHere } from "../../../../platform/desk/record/present-staff.tsx";
import { RecordFrame } from "../../../../platform/desk/record/record-frame.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { linkClass } from "../../../../platform/desk/ui/form-controls.tsx";
import { callEndpoints, callOutcomeNames } from "../../contract/calls.ts";
import type { CallOutcome } from "../../contract/entries.ts";
import { type CaseDetail, inboxForms, inboxTopic, statusNames } from "../../contract/inbox.ts";
import { type ChangedCase, inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { CaseConflict } from "../inbox/case-conflict.tsx";
import { useInbox } from "../inbox/inbox-context.ts";
import { CallOutcomeForm, type NewCaseCall } from "./call-outcome-form.tsx";
import { describeDue } from "./call-text.ts";
import styles from "./open-call-back.module.css";

interface OpenCallBackProps {
  readonly reference: string;
  readonly back: BackTarget;
  readonly onChanged: () => void;
}

/** Reads and shows a call that we owe, and keeps it up to date. */
export function OpenCallBack({ reference, back, onChanged }: OpenCallBackProps) {
  const { offerUndo } = useInbox();
  const opened = useRecord<CaseDetail, NewCaseCall, ChangedCase>({
    topic: inboxTopic,
    reference,
    endpoint: withId(inboxEndpoints.read, reference),
    send: (call, version) =>
      deskRequest(withId(callEndpoints.logCaseCall, reference), { version, ...call }),
    onSaved: ({ undo, callBack }) => {
      const said = callBack ? "Saved. The call is still to be made." : "Saved. The call is done.";
      offerUndo(said, undo);
      onChanged();
    },
  });
  return (
    <RecordFrame
      back={back}
      opened={opened}
      notFound="There is no such call. Its message may have been deleted."
      opening="Opening the call…"
    >
      {(detail) => <Record detail={detail} opened={opened} onChanged={onChanged} />}
    </RecordFrame>
  );
}

interface RecordProps {
  readonly detail: CaseDetail;
  readonly opened: Opened<CaseDetail, NewCaseCall>;
  readonly onChanged: () => void;
}

function Record({ detail, opened, onChanged }: RecordProps) {
  const inbox = useInbox();
  const { now, nameOf, canWork } = inbox;
  const heading = useRef<HTMLHeadingElement>(null);
  const { name, reference, form, createdAt, callBack, assigneeId } = detail;
  const { conflict } = opened;
  useEffect(() => {
    document.title = `${isolate(name)}, call back - ${brand.name} desk`;
  }, [name]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isLate = callBack !== null && Date.parse(callBack.endsAt) < now;
  return (
    <article aria-labelledby="call-heading" className={styles.record}>
      <header>
        <h2 ref={heading} tabIndex={-1} id="call-heading">
          <bdi>{name}</bdi>
        </h2>
        <p>
          {inboxForms[form] ?? form}, {formatInSentence(createdAt, now)}.{" "}
          <Link to={`${deskPaths.people}/${reference}`}>All about this person</Link>
        </p>
        <PresentHere topic={inboxTopic} reference={reference} page={inbox} />
      </header>
      {conflict && (
        <CaseConflict
          base={conflict.base}
          current={conflict.current}
          outcome="Your call was not saved."
          againLabel="Save mine as well"
          onLook={() => {
            opened.showCurrent();
            heading.current?.focus();
          }}
          onAgain={() => {
            heading.current?.focus();
            void opened.changeAnyway();
          }}
        />
      )}
      {callBack === null ? (
        <p className={styles.due}>
          <DeskIcon name="check" />
          <span>No call is owed. The message is {statusNames[detail.status].toLowerCase()}.</span>
        </p>
      ) : (
        <>
          <p className={isLate ? `${styles.due} ${styles.late}` : styles.due}>
            <DeskIcon name={isLate ? "warning" : "clock"} />
            <span>
              <b>{describeDue(callBack, now)}</b>{" "}
              {assigneeId === null ? "Unassigned." : `Owner: ${nameOf(assigneeId)}`}
            </span>
          </p>
          <PhoneLink
            phone={callBack.phone}
            className={styles.phone}
            icon={<DeskIcon name="phone" />}
          />
          {canWork && <CallOutcomeForm detail={detail} opened={opened} onChanged={onChanged} />}
        </>
      )}
      <Calls detail={detail} />
      <Written detail={detail} />
      <Link to={`${deskPaths.inbox}/${reference}`} className={linkClass}>
        Open the message {reference}
      </Link>
    </article>
  );
}

/** The calls so far, newest last. */
function Calls({ detail }: { detail: CaseDetail }) {
  const { now, nameOf } = useInbox();
  const calls = detail.entries.filter(({ kind }) => kind === "call");
  if (calls.length === 0) return null;
  return (
    <section aria-labelledby="calls-so-far" className={styles.calls}>
      <h3 id="calls-so-far">Calls so far, {calls.length}</h3>
      <ul>
        {calls.map(({ id, at, via, staffId, text }) => (
          <li key={id}>
            <DeskIcon name={via === "reached" ? "check" : "ban"} />
            <span>
              <b>{callOutcomeNames[via as CallOutcome]}</b>
              <span className={styles.by}>
                {formatLong(at, now)}
                {staffId !== null && `, ${nameOf(staffId)}`}
              </span>
              {text !== "" && <span dir="auto">“{text}”</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the person wrote last. */
function Written({ detail }: { detail: CaseDetail }) {
  const last = detail.entries.findLast(({ kind, text }) => kind === "message" && text !== "");
  if (!last) return null;
  return (
    <section aria-labelledby="call-written">
      <h3 id="call-written">What they wrote</h3>
      <p dir="auto" className={styles.words}>
        “{last.text}”
      </p>
    </section>
  );
}
