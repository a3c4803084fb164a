import { Fragment, useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";
import { brand } from "../../../../../brand.ts";
import { isolate } from "../../../../../platform/contract/isolate.ts";
import { useMedia } from "../../../../../platform/desk/format/use-media.ts";
import { History } from "../../../../../platform/desk/record/history.tsx";
import { readNoteDraft } from "../../../../../platform/desk/record/note-draft.ts";
import { type CaseEdit } from "../../../contract/desk/inbox-endpoints.ts";
import { inboxForms, statusNames } from "../../../contract/desk/inbox.ts";
import { Conversation } from "../../reply/entries/conversation.tsx";
import { CaseConflict } from "../case-conflict.tsx";
import { formColor } from "../form-color.ts";
import { replyFieldId } from "../ids.ts";
import { useInbox } from "../inbox-context.ts";
import { CaseNoteForm } from "./case-note-form.tsx";
import { caseReplies } from "./case-replies.ts";
import { Composer } from "./composer.tsx";
import { RecordControls } from "./record-controls.tsx";
import { RecordFacts } from "./record-facts.tsx";
import { RecordHead } from "./record-head.tsx";
import type { RecordProps } from "./record-props.ts";

const emailForm = "Email";

/** A case with its conversation. On a phone the conversation comes before the selects. */
export function CaseRecord(props: RecordProps) {
  const { detail, opened, knownTags, takesFocus, onAdded, onReplyWriting, onNoteWriting } = props;
  const onShown = useEffectEvent(props.onShown);
  const page = useInbox();
  const { canWork, announce, nameOf, now } = page;
  const { hash } = useLocation();
  const isPhone = useMedia("(--below-tablet)");
  const heading = useRef<HTMLHeadingElement>(null);
  const { conflict } = opened;

  useEffect(() => {
    document.title = `${isolate(detail.name)}, ${detail.reference} - ${brand.name} desk`;
  }, [detail.name, detail.reference]);
  useEffect(() => onShown(), []);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    // "Write to Helen" on the page of a person links to the field.
    if (hash === `#${replyFieldId}`) document.getElementById(replyFieldId)?.focus();
  }, [hash]);

  async function change(edit: CaseEdit) {
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
