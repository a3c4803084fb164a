import { useEffect, useRef } from "react";
import { brand } from "../../../../brand.ts";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import type { Undoable } from "../../../../platform/contract/desk/undo.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { useRecord } from "../../../../platform/desk/data/use-record.ts";
import { formatInSentence } from "../../../../platform/desk/format/times.ts";
import type { BackTarget } from "../../../../platform/desk/record/back-link.tsx";
import { ConflictBox } from "../../../../platform/desk/record/conflict-box.tsx";
import { History } from "../../../../platform/desk/record/history.tsx";
import { PresentHere } from "../../../../platform/desk/record/present-staff.tsx";
import { RecordFrame } from "../../../../platform/desk/record/record-frame.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { InterviewSection } from "../../../interviews/desk/application-interview.tsx";
import { NoteForm } from "../../../messages/desk/contacts/note-form.tsx";
import {
  type ApplicationDetail,
  applicationEndpoints,
  applicationStatusNames,
  applicationsTopic,
  trackLabels,
} from "../../contract/applications.ts";
import { documentEndpoints } from "../../contract/documents/document-endpoints.ts";
import { useApplications } from "../applications-context.ts";
import { BackgroundReport } from "../documents/background-report.tsx";
import { Documents } from "../documents/documents.tsx";
import { ApplicationChip } from "../status-chip.tsx";
import { Answers } from "./answers.tsx";
import { Messages } from "./messages.tsx";
import { MoveMenu } from "./move-menu.tsx";
import { Notes } from "./notes.tsx";
import styles from "./open-application.module.css";
import { Origin } from "./origin.tsx";
import { ResumeRow } from "./resume-row.tsx";
import { type ApplicationAct, type OpenedApplication, SameApplicant } from "./same-applicant.tsx";

type Saved = ApplicationDetail & Partial<Undoable>;

interface OpenApplicationProps {
  readonly reference: string;
  /** Link back to board or list: URL and label, such as "Board, 14 open". */
  readonly back: BackTarget;
  /** The user's newest change from elsewhere on the page, such as an undo. */
  readonly ownChange: Promise<void> | undefined;
  readonly onChanged: () => void;
  /** @param what "1 application is moved." */
  readonly onMoved: (undo: string | null, what: string) => void;
}

export function OpenApplication(props: OpenApplicationProps) {
  const { reference, back, ownChange, onChanged, onMoved } = props;
  const { announce } = useApplications();
  const opened = useRecord<ApplicationDetail, ApplicationAct, Saved>({
    topic: applicationsTopic,
    reference,
    endpoint: withId(applicationEndpoints.read, reference),
    send: (act, version) => {
      if ("status" in act) {
        return deskRequest(withId(applicationEndpoints.change, reference), { ...act, version });
      }
      if ("document" in act) {
        const { document: id, ...decision } = act;
        return deskRequest(withId(documentEndpoints.decide, id), { ...decision, version });
      }
      return deskRequest(withId(applicationEndpoints.separate, reference), act);
    },
    ownChange,
    onSaved: ({ name, undo = null }, act) => {
      if ("status" in act) {
        announce(`${name} is now in ${applicationStatusNames[act.status]}.`);
        onMoved(undo, "1 application is moved.");
      } else if ("document" in act) {
        const done = act.state === "again" ? "is asked for again" : "is accepted";
        announce(`The document ${done}.`);
        onMoved(undo, `1 document ${done}.`);
      } else announce(`${act.other} is no longer shown here.`);
      onChanged();
    },
  });
  return (
    <RecordFrame
      back={back}
      opened={opened}
      notFound="There is no application with this reference. It may have been deleted."
      opening="Opening the application…"
    >
      {(detail) => <Record detail={detail} opened={opened} onChanged={onChanged} />}
    </RecordFrame>
  );
}

interface RecordProps {
  readonly detail: ApplicationDetail;
  readonly opened: OpenedApplication;
  readonly onChanged: () => void;
}

function Record({ detail, opened, onChanged }: RecordProps) {
  const page = useApplications();
  const { colleagues, nameOf, now, announce } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  const { reference, name, track, status, sentAt, mergedInto } = detail;
  const { conflict } = opened;
  const conflictWords = conflict && sayConflict(conflict.act);

  useEffect(() => {
    document.title = `${name}, ${reference} - ${brand.name} desk`;
  }, [name, reference]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <article aria-labelledby="application-heading">
      <header>
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1} id="application-heading">
            <bdi>{name}</bdi>
          </h2>
          <PresentHere topic={applicationsTopic} reference={reference} page={page} />
          <ApplicationChip status={status} />
        </div>
        <p>
          {trackLabels[track]} application <b className="exact">{reference}</b>, sent{" "}
          {formatInSentence(sentAt, now)}
        </p>
      </header>
      {conflict && conflictWords && (
        <ConflictBox
          before={conflict.base.history}
          after={conflict.current.history}
          nameOf={nameOf}
          {...conflictWords}
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
      <SameApplicant detail={detail} opened={opened} />
      {mergedInto === null && (
        <MoveMenu
          reference={reference}
          status={status}
          isSaving={opened.isSaving}
          onMove={(next) => void opened.change({ status: next })}
        />
      )}
      <FormAlert message={opened.failure} />
      <Messages
        detail={detail}
        unread={opened.unread}
        onChanged={(next) => {
          opened.replace(next);
          onChanged();
        }}
        onRead={opened.show}
        hold={opened.hold}
        onWriting={opened.onWriting}
        onReload={() => void opened.reload()}
      />
      <InterviewSection
        reference={reference}
        isInStage={status === "interview"}
        now={now}
        colleagues={page}
        topic={applicationsTopic}
        announce={announce}
        onChanged={() => void opened.reload()}
      />
      <BackgroundReport detail={detail} onReload={opened.reload} />
      <ResumeRow detail={detail} />
      <Documents detail={detail} opened={opened} />
      <Answers sections={detail.sections} name={detail.firstName} />
      <Origin detail={detail} />
      <Notes notes={detail.notes} reference={reference}>
        <NoteForm
          reference={reference}
          name={detail.firstName || name}
          colleagues={colleagues}
          mayRead={({ roles }) => hasPermission(roles, "applications")}
          send={(note) => deskRequest(withId(applicationEndpoints.addNote, reference), note)}
          onAdded={(next) => {
            opened.replace(next);
            onChanged();
          }}
          onWriting={opened.onWriting}
          announce={announce}
        />
      </Notes>
      <History
        changes={detail.history}
        createdAt={sentAt}
        created={`Sent from ${detail.lastTouch.path}`}
        nameOf={nameOf}
        now={now}
      />
    </article>
  );
}

/** What a change that someone else overtook did not do; undefined for one without a conflict. */
function sayConflict(act: ApplicationAct) {
  if ("status" in act) {
    const stage = applicationStatusNames[act.status];
    return {
      outcome: `It was not moved to ${stage}. What you typed is kept.`,
      againLabel: `Move to ${stage} all the same`,
    };
  }
  if (!("document" in act)) return undefined;
  return {
    outcome: "The document was not changed.",
    againLabel: act.state === "again" ? "Ask for it all the same" : "Accept it all the same",
  };
}
