import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import type { Colleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import { type ContactResponse, contactEndpoints } from "../../contract/contacts.ts";
import styles from "./contact.module.css";
import { NoteForm } from "./note-form.tsx";
import { NoteText } from "./note-text.tsx";

interface ContactNotesProps {
  readonly name: string;
  readonly notes: NonNullable<ContactResponse["notes"]>;
  readonly reference: string;
  readonly staff: Colleagues;
  readonly canWork: boolean;
  readonly announce: (sentence: string) => void;
  readonly onChanged: () => void;
}

/** What staff should know whenever this person writes. */
export function ContactNotes(props: ContactNotesProps) {
  const { name, notes, reference, staff, canWork, announce, onChanged } = props;
  const { colleagues, nameOf } = staff;
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
          send={(note) => deskRequest(withId(contactEndpoints.addNote, reference), note)}
          onAdded={onChanged}
          announce={announce}
        />
      )}
    </section>
  );
}
