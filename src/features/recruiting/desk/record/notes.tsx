import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatLong } from "../../../../platform/desk/format/times.ts";
import { NoteText } from "../../../messages/desk/contacts/note-text.tsx";
import type { ApplicationDetail } from "../../contract/applications.ts";
import { recordPath } from "../application-query.ts";
import { useApplications } from "../applications-context.ts";
import styles from "./notes.module.css";

interface NotesProps extends Pick<ApplicationDetail, "notes" | "reference"> {
  readonly children: ReactNode;
}

/** Notes for the team, oldest first, including those on applications merged into this one. */
export function Notes({ notes, reference, children }: NotesProps) {
  const { nameOf, colleagues, now } = useApplications();
  return (
    <section className={styles.notes} aria-labelledby="application-notes">
      <h3 id="application-notes">Notes for the team</h3>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note.id}>
              <time dateTime={note.at}>{formatLong(note.at, now)}</time>
              <p>
                <b>{nameOf(note.staffId)}.</b>{" "}
                <bdi>
                  <NoteText entry={note} colleagues={colleagues} />
                </bdi>
                {note.reference !== reference && (
                  <>
                    {" "}
                    <Link to={recordPath(note.reference)}>On {note.reference}</Link>
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.form}>{children}</div>
    </section>
  );
}
