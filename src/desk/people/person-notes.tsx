import { useRevalidator } from "react-router";
import { type PersonResponse, peopleEndpoints } from "../../contract/desk/people.ts";
import { hasPermission } from "../../contract/desk/roles.ts";
import { withId } from "../../contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../api/desk-request.ts";
import { firstName } from "../format/names.ts";
import { formatDay } from "../format/times.ts";
import { NoteForm } from "../record/notes/note-form.tsx";
import { NoteText } from "../record/notes/note-text.tsx";
import type { Colleagues } from "../session/use-colleagues.ts";
import styles from "./person.module.css";

interface PersonNotesProps {
  readonly name: string;
  readonly notes: NonNullable<PersonResponse["notes"]>;
  /** The message that the page was opened from. */
  readonly reference: string;
  readonly staff: Colleagues;
  readonly canWork: boolean;
  /** Announces a sentence to screen readers. */
  readonly announce: (sentence: string) => void;
}

/** What staff should know whenever this person writes. */
export function PersonNotes(props: PersonNotesProps) {
  const { name, notes, reference, staff, canWork, announce } = props;
  const { colleagues, nameOf } = staff;
  const { revalidate } = useRevalidator();
  return (
    <section className={styles.notes} aria-labelledby="person-notes">
      <h2 id="person-notes">Notes on {firstName(name)}</h2>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note.id}>
              <time dateTime={note.at}>{formatDay(note.at)}</time>
              <p>
                <b>{nameOf(note.staffId)}</b>{" "}
                <bdi>
                  <NoteText entry={note} colleagues={colleagues} />
                </bdi>
              </p>
            </li>
          ))}
        </ul>
      )}
      {notes.length === 0 && <p>None yet. A note here shows with every message of theirs.</p>}
      {canWork && (
        <NoteForm
          reference={`person of ${reference}`}
          name={name}
          colleagues={colleagues}
          mayRead={({ roles }) => hasPermission(roles, "inbox-read")}
          send={(note) => deskRequest(withId(peopleEndpoints.addNote, reference), note)}
          onAdded={() => void revalidate()}
          announce={announce}
        />
      )}
    </section>
  );
}
