import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import type { Colleague } from "../../../../platform/contract/desk/staff.ts";
import { tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { isolate } from "../../../../platform/contract/isolate.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { type OnWriting, useWriting } from "../../../../platform/desk/data/use-writing.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { describedBy, FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import type { Outcome } from "../../../../platform/site/runtime/api.ts";
import { inboxLimits } from "../../contract/inbox.ts";
import { insertMention, mentionOf, mentionStart } from "./mentions.ts";
import { readNamed, tooManyNamed } from "./named-coworkers.ts";
import { keepNoteDraft, readNoteDraft } from "./note-draft.ts";
import styles from "./note-form.module.css";

const hint = "Type @ to name a coworker. They get an email.";

/** Id of the field, for shortcuts that focus it. */
export const noteFieldId = "record-note";

interface NoteFormProps<Detail> {
  readonly reference: string;
  readonly name: string;
  /** All staff, and whether one of them may read the record. */
  readonly colleagues: readonly Colleague[];
  readonly mayRead: (colleague: Colleague) => boolean;
  readonly send: (note: {
    readonly text: string;
    readonly mentions: readonly string[];
  }) => Promise<Outcome<Detail>>;
  readonly onAdded: (detail: Detail) => void;
  /** Called when the user begins or stops to write; undefined where nobody else sees it. */
  readonly onWriting?: OnWriting;
  readonly announce: (sentence: string) => void;
}

/** A note for the team; typed text survives a reload. */
export function NoteForm<Detail>(props: NoteFormProps<Detail>) {
  const { reference, name, colleagues, mayRead, send, onAdded, announce } = props;
  const { id: ownId } = useCurrentStaff();
  const [text, setText] = useState(() => readNoteDraft(reference));
  const [caret, setCaret] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  /** What was doubtful when the note was added last: asked once. */
  const [asked, setAsked] = useState<string>();
  useWriting(text, props.onWriting);
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const started = mentionStart(text, caret);
  const others = colleagues.filter((one) => one.id !== ownId && mayRead(one));
  const matches =
    started === undefined
      ? []
      : others.filter((one) => one.name.toLowerCase().startsWith(started)).slice(0, 6);
  const named = readNamed(text, colleagues, ownId, mayRead);
  const doubt = named.doubts.join(" ");
  const isAsking = doubt !== "" && asked === doubt;

  function type(value: string, position: number) {
    setText(value);
    setCaret(position);
    setError(undefined);
    keepNoteDraft(reference, value);
  }

  function mention(id: string) {
    const colleague = others.find((one) => one.id === id);
    if (!colleague) return;
    const inserted = insertMention(text, caret, mentionOf(colleague, colleagues));
    type(inserted.text, inserted.caret);
    field.current?.focus();
    requestAnimationFrame(() => field.current?.setSelectionRange(inserted.caret, inserted.caret));
  }

  function moveInList(event: KeyboardEvent) {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    if (event.key === "ArrowDown" && buttons.length > 0) {
      event.preventDefault();
      buttons[Math.min(index + 1, buttons.length - 1)]?.focus();
    } else if (event.key === "ArrowUp" && index >= 0) {
      event.preventDefault();
      (buttons[index - 1] ?? field.current)?.focus();
    } else if (event.key === "Escape" && matches.length > 0) {
      setCaret(0);
      field.current?.focus();
    }
  }

  async function add(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const wrong = findNoteError(text) ?? tooManyNamed(named);
    if (wrong) {
      setError(wrong);
      field.current?.focus();
      return;
    }
    if (doubt !== "" && !isAsking) {
      setAsked(doubt);
      return;
    }
    setBusy(true);
    const body = { text: text.trim(), mentions: named.people.map(({ id }) => id) };
    const outcome = await send(body);
    setBusy(false);
    if (!outcome.ok) {
      setError(failureMessage(outcome.error));
      return;
    }
    type("", 0);
    onAdded(outcome.data);
    announce("The note is added.");
  }

  return (
    <form onSubmit={(event) => void add(event)} noValidate>
      <div className={styles.body}>
        <FieldFrame
          id={noteFieldId}
          label={`Note. ${firstName(name)} never sees it.`}
          hint={hint}
          error={error}
        >
          <textarea
            dir="auto"
            ref={field}
            id={noteFieldId}
            rows={3}
            value={text}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(noteFieldId, hint, error)}
            onChange={({ target }) => type(target.value, target.selectionStart)}
            onKeyDown={moveInList}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          />
        </FieldFrame>
        <p role="status" className="sr">
          {matches.length > 0 &&
            `${matches.length} ${matches.length === 1 ? "coworker matches" : "coworkers match"}. Press the down arrow to choose.`}
        </p>
        {matches.length > 0 && (
          <ul ref={list} className={styles.matches} aria-label="Coworkers to name">
            {matches.map((one) => (
              <li key={one.id}>
                <button type="button" onClick={() => mention(one.id)} onKeyDown={moveInList}>
                  {one.name}
                </button>
              </li>
            ))}
          </ul>
        )}
        <p role="status" className={styles.named}>
          {named.people.length > 0 &&
            `Gets an email: ${named.people.map((one) => isolate(one.name)).join(", ")}.`}
        </p>
        <p role="alert" className={styles.doubt}>
          {isAsking && `${doubt} No one is emailed about it. Correct it, or add the note as it is.`}
        </p>
        <div className={styles.send}>
          <Button type="submit" aria-disabled={isBusy || undefined}>
            {isBusy ? "Adding…" : isAsking ? "Add note anyway" : "Add note"}
          </Button>
          {text.trim() !== "" && <span className={styles.kept}>Kept in this tab</span>}
        </div>
      </div>
    </form>
  );
}

function findNoteError(text: string): string | undefined {
  const length = text.trim().length;
  if (length === 0) return "Write a note first.";
  return length > inboxLimits.note ? tooLong("A note", inboxLimits.note) : undefined;
}
