import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { findUnread } from "../../../../platform/desk/data/unread.ts";
import { useWriting } from "../../../../platform/desk/data/use-writing.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { ConflictBox } from "../../../../platform/desk/record/conflict-box.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { describedBy, FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { maxTextLength } from "../../../texts/contract/consent.ts";
import { TextNote } from "../../../texts/desk/text-note.tsx";
import { TextsOff } from "../../../texts/desk/texts-off.tsx";
import { fillPlaceholders, findPlaceholders, knownValues } from "../../contract/placeholders.ts";
import { type NewReply, type ReplyTemplate, replyLimits } from "../../contract/replies.ts";
import { AttachButton, AttachedFiles, useDrop } from "../files/attached-files.tsx";
import { useAttached } from "../files/use-attached.ts";
import { type Blank, Blanks, blankId, findBlankError } from "./blanks.tsx";
import { LeftDrafts } from "./left-drafts.tsx";
import styles from "./reply-form.module.css";
import type { Addressed, ReplyKind, ReplyPage, ReplyRecord } from "./reply-target.ts";
import { TemplatePicker } from "./template-picker.tsx";
import { formatDraftState, useDraft } from "./use-draft.ts";
import { useSend } from "./use-send.ts";
import { useTemplates } from "./use-templates.ts";

interface ReplyFormProps<Detail extends Addressed> extends ReplyRecord<Detail> {
  readonly kind: ReplyKind<Detail>;
  readonly page: ReplyPage;
}

/** The reply form: text, typed or from a template; its blanks; the status afterwards. */
export function ReplyForm<Detail extends Addressed>(props: ReplyFormProps<Detail>) {
  const { kind, page, detail, unread, onChanged, onRead, hold } = props;
  const { fieldId } = kind;
  const draft = useDraft(
    {
      save: (written) => deskRequest(withId(kind.saveDraft, detail.reference), written),
      id: detail.reference,
      stored: detail.draft,
      empty: {
        text: "",
        blanks: {},
        statusAfter: kind.statusesOf(detail)[0]?.[0] ?? "",
        templateId: "",
      },
    },
    page.person.id,
  );
  const templates = useTemplates(kind.templates);
  const staffId = page.person.id;
  const attached = useAttached(kind.files, detail.reference, detail.draft?.files);
  const { files } = attached;
  const sending = useSend(kind, { detail, unread, staffId, files, onChanged, onRead }, draft);
  const [wasTried, setTried] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Whether "/" opened the templates: then closing them leaves it in the text. */
  const openedByKey = useRef(false);
  const { content: reply, change } = draft;
  const { email, reference, text = null } = detail;
  // The list shows the address of a person without a name.
  const name = detail.name.toLowerCase() === email.toLowerCase() ? "" : detail.name;
  const known = knownValues({ name, reference }, page.person.name);
  const template = templates.find(({ id }) => id === reply.templateId);
  const blanks = listBlanks(reply, template?.text ?? "", known);
  const wrong = findTextError(reply.text, text ? maxTextLength : replyLimits.text);
  const error = wasTried ? wrong : undefined;
  const news = unread && findUnread(detail, unread, staffId);
  useWriting(reply.text, props.onWriting);
  const drop = useDrop(attached);
  const isAdding = attached.adding.length > 0;
  const isBegun = reply.text.trim() !== "" || files.length > 0 || isAdding;
  useEffect(() => {
    hold(isBegun);
    return () => hold(false);
  }, [hold, isBegun]);

  /** Replaces what is selected in the message and moves the focus there. */
  function insert(inserted: string, templateId = reply.templateId) {
    setPicking(false);
    const control = field.current;
    if (!control) return;
    control.focus();
    if (inserted === "") return;
    const { selectionStart: start, selectionEnd: end } = control;
    const isEmpty = reply.text.trim() === "";
    const joined = `${reply.text.slice(0, start)}${inserted}${reply.text.slice(end)}`;
    change({ text: isEmpty ? inserted : joined, templateId });
  }

  function pick(picked: ReplyTemplate) {
    insert(fillPlaceholders(picked.text, known), picked.id);
  }

  /** Ctrl or Command with Enter sends, with Shift also closes; "/" picks a template. */
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent, currentTarget } = event;
    const hasModifier = ctrlKey || metaKey;
    if (key === "Enter" && hasModifier) {
      const closing = kind.statusesOf(detail).find(([status]) => status === kind.closingStatus);
      send(event, shiftKey && closing ? { ...reply, statusAfter: closing[0] } : undefined);
    }
    if (key !== "/" || hasModifier || altKey || nativeEvent.isComposing) return;
    const before = currentTarget.value.slice(0, currentTarget.selectionStart);
    // Within a line it is part of the text: "and/or", dates, addresses of pages.
    if (!/(?:^|\n)[^\S\n]*$/.test(before)) return;
    event.preventDefault();
    openedByKey.current = true;
    setPicking(true);
  }

  function closePicker(typed: string) {
    insert(openedByKey.current ? `/${typed}` : "");
  }

  function send(event: SyntheticEvent, changed?: NewReply) {
    event.preventDefault();
    if (changed) change(changed);
    setTried(true);
    const missing = blanks.find((blank) => findBlankError(blank, reply.blanks) !== undefined);
    if (wrong) field.current?.focus();
    else if (missing) document.getElementById(blankId(missing.name))?.focus();
    else if (isAdding) sending.stop("Wait until the files are added, then send again.");
    else void sending.send(changed);
  }

  if (text && text.consent !== "allowed" && text.consent !== "replies") {
    return <TextsOff text={text} name={detail.name} />;
  }
  if (email === "" && !text) {
    return <p className={styles.none}>This person gave no email address.</p>;
  }
  return (
    <form
      {...(!text && drop)}
      className={text ? styles.form : `${styles.form} ${drop.className}`}
      onSubmit={send}
      noValidate
      aria-label="Reply"
    >
      <LeftDrafts kind={kind} detail={detail} draft={draft} now={page.now} onChanged={onChanged} />
      {isPicking && (
        <TemplatePicker
          path={kind.templatesPath}
          templates={templates}
          onPick={pick}
          onClose={closePicker}
        />
      )}
      <FieldFrame id={fieldId} label="Message" error={error} isLabelHidden>
        <textarea
          dir="auto"
          ref={field}
          id={fieldId}
          rows={3}
          value={reply.text}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(fieldId, undefined, error)}
          onChange={({ target: { value: text } }) =>
            change(text.trim() === "" ? { text, templateId: "" } : { text })
          }
          onKeyDown={press}
        />
      </FieldFrame>
      {text ? (
        <TextNote to={text} text={reply.text} />
      ) : (
        <>
          <AttachedFiles attached={attached} endpoints={kind.files} />
          <p className={styles.subject}>
            <span>To </span>
            {email}
            <span>, subject </span>
            {kind.subjectOf(detail)}
          </p>
        </>
      )}
      <Blanks
        blanks={blanks}
        values={reply.blanks}
        showsErrors={wasTried}
        onChange={(values) => change({ blanks: values })}
      />
      <FormAlert message={sending.failure} />
      <div className={styles.send}>
        <Button
          look="ghost"
          aria-expanded={isPicking}
          onClick={() => {
            openedByKey.current = false;
            if (isPicking) insert("");
            else setPicking(true);
          }}
        >
          Template
          <DeskIcon name="down" />
        </Button>
        {!text && <AttachButton attached={attached} />}
        <span role="status" className={styles.saved}>
          {formatDraftState(draft.state)}
        </span>
        <FieldFrame id="reply-status" label={kind.statusLabel} isLabelHidden>
          <select
            id="reply-status"
            value={reply.statusAfter}
            onChange={({ target }) => change({ statusAfter: target.value })}
          >
            {kind.statusesOf(detail).map(([status, name]) => (
              <option key={status} value={status}>
                Then: {name}
              </option>
            ))}
          </select>
        </FieldFrame>
        <Button type="submit" aria-disabled={sending.isBusy || undefined}>
          <DeskIcon name="send" />
          {text ? "Send text" : "Send"}
        </Button>
      </div>
      <div role="status">
        {unread && news && (
          <ConflictBox
            before={detail.history}
            after={unread.history.filter((one) => news.changes.includes(one))}
            entries={news.entries}
            personName={firstName(detail.name)}
            nameOf={page.nameOf}
            sendingId={news.sendingId}
            outcome={sending.isAsking ? "Your message is kept, and nothing was sent." : undefined}
            againLabel="Send mine as well"
            onLook={() => {
              onRead(unread);
              field.current?.focus();
            }}
            onAgain={() => void sending.sendAnyway(unread)}
          />
        )}
      </div>
    </form>
  );
}

function findTextError(text: string, max: number): string | undefined {
  if (text.trim() === "") return "Write a message first.";
  return text.length > max ? tooLong("The message", max) : undefined;
}

/** Placeholders of the template, which the desk filled in, and those still in the text. */
function listBlanks(
  { text }: NewReply,
  template: string,
  known: Readonly<Record<string, string>>,
): Blank[] {
  const open = findPlaceholders(text);
  const filled = findPlaceholders(template).filter((name) => known[name]);
  const names = [...new Set([...filled, ...open])];
  return names.map((name) => ({ name, known: known[name] || undefined }));
}
