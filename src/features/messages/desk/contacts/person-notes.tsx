import { useRevalidator } from "react-router";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { NoteForm } from "../../../../platform/desk/record/note-form.tsx";
import { NoteText } from "../../../../platform/desk/record/note-text.tsx";
import type { Colleagues } from "../../../../platform/desk/session/use-colleagues.ts";
import { type PersonResponse, peopleEndpoints } from "../../contract/desk/people.ts";
import styles from "./person.module.css";

interface PersonNotesProps {
  readonly name: string;
  readonly notes: NonNullable<PersonResponse["notes"]>;
  readonly reference: string;
  readonly staff: Colleagues;
  readonly canWork: boolean;
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
