import { Fragment, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { brand } from "../../../brand.ts";
import { type CaseDetail, inboxForms, statusNames } from "../../../contract/desk/inbox.ts";
import { isolate } from "../../../contract/text/isolate.ts";
import { failureMessage } from "../../api/desk-request.ts";
import { useMedia } from "../../format/use-media.ts";
import { History } from "../../record/history.tsx";
import { readNoteDraft } from "../../record/notes/note-draft.ts";
import { Conversation } from "../../reply/entries/conversation.tsx";
import { Button } from "../../ui/button.tsx";
import { DeskIcon } from "../../ui/desk-icon.tsx";
import { formColor } from "../marks/form-color.ts";
import { CaseConflict } from "../parts/case-conflict.tsx";
import { replyFieldId } from "../parts/ids.ts";
import { useInbox } from "../parts/inbox-context.ts";
import { CaseNoteForm } from "./case-note-form.tsx";
import { caseReplies } from "./case-replies.ts";
import { Composer } from "./composer.tsx";
import { RecordControls } from "./record-controls.tsx";
import { RecordFacts } from "./record-facts.tsx";
import { RecordHead } from "./record-head.tsx";
import styles from "./record-view.module.css";
import type { OpenCase } from "./use-case.ts";

/** The collection of emails that open a case. */
const emailForm = "Email";

interface RecordViewProps {
  readonly opened: OpenCase;
  readonly knownTags: readonly string[];
  /** Link back to the list: URL and label, such as "15 open". */
  readonly back: { readonly to: string; readonly label: string };
  /** Whether the person came from the list: then the heading takes the focus. */
  readonly takesFocus: boolean;
  readonly onAdded: (detail: CaseDetail) => void;
  /** Called when the user begins or stops to write a reply, or a note. */
  readonly onReplyWriting: (isWriting: boolean) => void;
  readonly onNoteWriting: (isWriting: boolean) => void;
}

/** One case with its conversation. On a phone the conversation comes before the selects. */
export function RecordView({ back, ...props }: RecordViewProps) {
  const { opened } = props;
  const { detail, error } = opened;
  return (
    <>
      <Link to={back.to} className={styles.back}>
        <DeskIcon name="back" />
        {back.label}
      </Link>
      {error && (
        <div role="alert" className={styles.failure}>
          <p>
            {error.code === "not-found"
              ? "There is no message with this reference. It may have been deleted."
              : failureMessage(error)}
          </p>
          {error.code !== "not-found" && (
            <Button look="ghost" isSmall onClick={() => void opened.reload()}>
              Try again
            </Button>
          )}
        </div>
      )}
      {detail ? (
        <Record {...props} detail={detail} />
      ) : (
        !error && <p role="status">Opening the message…</p>
      )}
    </>
  );
}

interface RecordProps extends Omit<RecordViewProps, "back"> {
  readonly detail: CaseDetail;
}

function Record(props: RecordProps) {
  const { detail, opened, knownTags, takesFocus, onAdded, onReplyWriting, onNoteWriting } = props;
  const page = useInbox();
  const { canWork, announce, nameOf, now } = page;
  const { hash } = useLocation();
  const isPhone = useMedia("(--below-tablet)");
  const heading = useRef<HTMLHeadingElement>(null);
  const { conflict } = opened;

  useEffect(() => {
    document.title = `${isolate(detail.name)}, ${detail.reference} - ${brand.name} desk`;
  }, [detail.name, detail.reference]);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    // "Write to Helen" on the page of a person links to the field.
    if (hash === `#${replyFieldId}`) document.getElementById(replyFieldId)?.focus();
  }, [hash]);

  async function change(edit: Parameters<OpenCase["change"]>[0]) {
    if (!(await opened.change(edit))) return;
    announce(edit.status ? `Saved. ${statusNames[edit.status]}.` : "Saved.");
  }

  const conversation = (
    <Fragment key="conversation">
      <Conversation
        kind={caseReplies}
        page={page}
        detail={detail}
        color={formColor(detail.form)}
        onChanged={canWork ? onAdded : undefined}
      />
      {canWork && (
        <Composer
          detail={detail}
          onWriting={onReplyWriting}
          unread={opened.unread}
          onChanged={onAdded}
          onRead={opened.show}
          hold={opened.hold}
          onReload={() => void opened.reload()}
          startsWith={readNoteDraft(detail.reference) === "" ? "reply" : "note"}
        >
          <CaseNoteForm detail={detail} onAdded={onAdded} onWriting={onNoteWriting} />
        </Composer>
      )}
    </Fragment>
  );
  const details = (
    <Fragment key="details">
      {canWork && (
        <RecordControls
          detail={detail}
          knownTags={knownTags}
          isSaving={opened.isSaving}
          failure={opened.failure}
          onChange={(edit) => void change(edit)}
        />
      )}
      <RecordFacts detail={detail} />
    </Fragment>
  );
  return (
    <article aria-labelledby="case-heading">
      <RecordHead detail={detail} headingRef={heading} />
      {conflict && (
        <CaseConflict
          base={conflict.base}
          current={conflict.current}
          outcome="Your change was not saved. What you typed is kept."
          againLabel="Save mine as well"
          onLook={() => {
            opened.showCurrent();
            heading.current?.focus();
          }}
          onAgain={() => {
            heading.current?.focus();
            void opened.saveAnyway();
          }}
        />
      )}
      {isPhone ? [conversation, details] : [details, conversation]}
      <History
        changes={detail.history}
        createdAt={detail.createdAt}
        created={
          detail.form === emailForm
            ? "Came in by email"
            : `Sent with the form ${inboxForms[detail.form] ?? detail.form}`
        }
        nameOf={nameOf}
        now={now}
      />
    </article>
  );
}
