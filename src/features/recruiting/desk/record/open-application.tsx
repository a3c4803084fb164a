import { useEffect, useRef } from "react";
import { brand } from "../../../../brand.ts";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { formatInSentence } from "../../../../platform/desk/format/times.ts";
import type { BackTarget } from "../../../../platform/desk/record/back-link.tsx";
import { ConflictBox } from "../../../../platform/desk/record/conflict-box.tsx";
import { History } from "../../../../platform/desk/record/history.tsx";
import { NoteForm } from "../../../../platform/desk/record/note-form.tsx";
import { RecordFrame } from "../../../../platform/desk/record/record-frame.tsx";
import { useOwnChange } from "../../../../platform/desk/record/use-own-change.ts";
import { useNewestVersion } from "../../../../platform/desk/record/use-record.ts";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import {
  type ApplicationDetail,
  applicationEndpoints,
  applicationStatusNames,
  trackLabels,
} from "../../contract/desk/applications.ts";
import type { SentStatus } from "../../contract/desk/stages.ts";
import { useApplications } from "../applications-context.ts";
import { ApplicationChip } from "../status-chip.tsx";
import { Answers } from "./answers.tsx";
import { Messages } from "./messages.tsx";
import { MoveMenu } from "./move-menu.tsx";
import { Notes } from "./notes.tsx";
import styles from "./open-application.module.css";
import { Origin } from "./origin.tsx";
import { ResumeRow } from "./resume-row.tsx";
import { SamePerson } from "./same-person.tsx";
import { type OpenedApplication, useApplication } from "./use-application.ts";

interface OpenApplicationProps {
  readonly reference: string;
  /** Link back to board or list: URL and label, such as "Board, 14 open". */
  readonly back: BackTarget;
  /** The newest version that the board or list knows. */
  readonly newestVersion: number | undefined;
  /** The user's newest change from elsewhere on the page, such as an undo. */
  readonly ownChange: Promise<void> | undefined;
  readonly onChanged: () => void;
  readonly onMoved: (undo: string | null) => void;
}

export function OpenApplication(props: OpenApplicationProps) {
  const { reference, back, newestVersion, ownChange, onChanged, onMoved } = props;
  const opened = useApplication(reference, onChanged, onMoved);
  useNewestVersion(opened, newestVersion);
  useOwnChange(ownChange, opened.follow);
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
  const { colleagues, nameOf, now, announce } = useApplications();
  const heading = useRef<HTMLHeadingElement>(null);
  const { reference, name, track, status, sentAt, mergedInto } = detail;
  const { conflict } = opened;

  useEffect(() => {
    document.title = `${name}, ${reference} - ${brand.name} desk`;
  }, [name, reference]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  async function move(next: SentStatus) {
    const isSaved = await opened.move(next);
    if (isSaved) announce(`${name} is now in ${applicationStatusNames[next]}.`);
  }

  return (
    <article aria-labelledby="application-heading">
      <header>
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1} id="application-heading">
            <bdi>{name}</bdi>
          </h2>
          <ApplicationChip status={status} />
        </div>
        <p>
          {trackLabels[track]} application <b className="exact">{reference}</b>, sent{" "}
          {formatInSentence(sentAt, now)}
        </p>
      </header>
      {conflict && (
        <ConflictBox
          before={conflict.base.history}
          after={conflict.current.history}
          nameOf={nameOf}
          outcome={`It was not moved to ${applicationStatusNames[conflict.act]}. What you typed is kept.`}
          againLabel={`Move to ${applicationStatusNames[conflict.act]} all the same`}
          onLook={() => {
            opened.showCurrent();
            heading.current?.focus();
          }}
          onAgain={() => {
            opened.showCurrent();
            heading.current?.focus();
            void move(conflict.act);
          }}
        />
      )}
      <SamePerson detail={detail} opened={opened} />
      {mergedInto === null && (
        <MoveMenu
          reference={reference}
          status={status}
          isSaving={opened.isSaving}
          onMove={(next) => void move(next)}
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
        onReload={() => void opened.reload()}
      />
      <ResumeRow detail={detail} />
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
