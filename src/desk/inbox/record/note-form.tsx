import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { type CaseDetail, inboxEndpoints, inboxLimits } from "../../../contract/desk/inbox.ts";
import { withId } from "../../../contract/endpoints/define-endpoint.ts";
import { tooLong } from "../../../contract/form-engine/rules.ts";
import { deskRequest, failureWords } from "../../api/desk-request.ts";
import { firstName } from "../../format/names.ts";
import { Button } from "../../ui/button.tsx";
import { describedBy, FieldFrame } from "../../ui/field.tsx";
import { noteFieldId } from "../parts/ids.ts";
import { useInbox } from "../parts/inbox-context.ts";
import { findMentions, insertMention, mentionOf, mentionStart } from "../parts/mentions.ts";
import { keepNoteDraft, readNoteDraft } from "./note-draft.ts";
import styles from "./note-form.module.css";

const hint = "Type @ to name a colleague. They get an email.";

interface NoteFormProps {
  readonly detail: CaseDetail;
  readonly onAdded: (detail: CaseDetail) => void;
}

/** A note for the team; what is typed outlasts a reload. */
export function NoteForm({ detail, onAdded }: NoteFormProps) {
  const { reference, name } = detail;
  const { colleagues, person, announce } = useInbox();
  const [text, setText] = useState(() => readNoteDraft(reference));
  const [caret, setCaret] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const started = mentionStart(text, caret);
  const others = colleagues.filter(({ id }) => id !== person.id);
  const matches =
    started === undefined
      ? []
      : others.filter((one) => one.name.toLowerCase().startsWith(started)).slice(0, 6);

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
    if (text.trim() === "") {
      setError("Write a note first.");
      field.current?.focus();
      return;
    }
    if (text.length > inboxLimits.note) {
      setError(tooLong("A note", inboxLimits.note));
      field.current?.focus();
      return;
    }
    setBusy(true);
    const body = { text: text.trim(), mentions: findMentions(text, others) };
    const outcome = await deskRequest(withId(inboxEndpoints.addNote, reference), body);
    setBusy(false);
    if (!outcome.ok) {
      setError(failureWords(outcome.error));
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
            `${matches.length} colleagues fit. Press the down arrow to choose.`}
        </p>
        {matches.length > 0 && (
          <ul ref={list} className={styles.matches} aria-label="Colleagues to name">
            {matches.map((one) => (
              <li key={one.id}>
                <button type="button" onClick={() => mention(one.id)} onKeyDown={moveInList}>
                  {one.name}
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.send}>
          <Button type="submit" aria-disabled={isBusy || undefined}>
            {isBusy ? "Adding…" : "Add note"}
          </Button>
          {text.trim() !== "" && <span className={styles.kept}>Kept in this tab</span>}
        </div>
      </div>
    </form>
  );
}
