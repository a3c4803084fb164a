import { useEffect, useEffectEvent, useRef } from "react";
import { Link } from "react-router";
import { brand } from "../../../brand.ts";
import {
  type ApplicationDetail,
  applicationEndpoints,
  applicationStatusNames,
  type SentStatus,
  trackLabels,
} from "../../../contract/desk/recruiting/applications.ts";
import { hasPermission } from "../../../contract/desk/roles.ts";
import { withId } from "../../../contract/endpoints/define-endpoint.ts";
import { deskRequest, failureWords } from "../../api/desk-request.ts";
import { formatInSentence } from "../../format/times.ts";
import { ConflictBox } from "../../record/conflict-box.tsx";
import { History } from "../../record/history.tsx";
import { NoteForm } from "../../record/note-form.tsx";
import { Button } from "../../ui/button.tsx";
import { DeskIcon } from "../../ui/desk-icon.tsx";
import { FormAlert } from "../../ui/form-parts.tsx";
import { useApplications } from "../parts/applications-context.ts";
import { ApplicationChip } from "../parts/status-chip.tsx";
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
  /** Back to board or list: address and "Board, 14 open". */
  readonly back: { readonly to: string; readonly label: string };
  /** The newest version that the board or list knows. */
  readonly newestVersion: number | undefined;
  /** After one's own change. */
  readonly onChanged: () => void;
}

/** Reads and shows an application, and keeps it up to date. */
export function OpenApplication(props: OpenApplicationProps) {
  const { reference, back, newestVersion, onChanged } = props;
  const opened = useApplication(reference, onChanged);
  const { detail, error } = opened;

  const reloadIfOld = useEffectEvent((version: number) => {
    const isOld = detail !== undefined && version > detail.version;
    if (isOld && !opened.isSaving && !opened.conflict) void opened.reload();
  });
  useEffect(() => {
    if (newestVersion !== undefined) reloadIfOld(newestVersion);
  }, [newestVersion]);

  return (
    <>
      <Link to={back.to} className={styles.back}>
        <DeskIcon name="back" />
        {back.label}
      </Link>
      {error && (
        <div className={styles.failed}>
          <FormAlert
            message={
              error.code === "not-found"
                ? "There is no application with this reference. It may have been deleted."
                : failureWords(error)
            }
          />
          {error.code !== "not-found" && (
            <Button look="ghost" isSmall onClick={() => void opened.reload()}>
              Try again
            </Button>
          )}
        </div>
      )}
      {detail ? (
        <Record detail={detail} opened={opened} onChanged={onChanged} />
      ) : (
        !error && <p role="status">Opening the application…</p>
      )}
    </>
  );
}

interface RecordProps {
  readonly detail: ApplicationDetail;
  readonly opened: OpenedApplication;
  readonly onChanged: () => void;
}

function Record({ detail, opened, onChanged }: RecordProps) {
  const { person, colleagues, nameOf, now, announce } = useApplications();
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
            {name}
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
          outcome={`It was not moved to ${applicationStatusNames[conflict.status]}. What you typed is kept.`}
          againLabel={`Move to ${applicationStatusNames[conflict.status]} all the same`}
          onLook={() => {
            opened.showCurrent();
            heading.current?.focus();
          }}
          onAgain={() => {
            opened.showCurrent();
            heading.current?.focus();
            void move(conflict.status);
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
        onChanged={(next) => {
          opened.replace(next);
          onChanged();
        }}
        onReload={() => void opened.reload()}
      />
      <ResumeRow detail={detail} />
      <Answers sections={detail.sections} name={detail.firstName} />
      <Origin detail={detail} />
      <Notes notes={detail.notes} reference={reference}>
        <NoteForm
          reference={reference}
          name={detail.firstName || name}
          others={colleagues.filter(
            ({ id, roles }) => id !== person.id && hasPermission(roles, "applications"),
          )}
          colleagues={colleagues}
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
