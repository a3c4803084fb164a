import { type ReactNode, useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { isolateNumbers } from "../../../../platform/contract/isolate.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatDay, formatShort } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import type { Colleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import {
  type ContactCase,
  type ContactResponse,
  contactEndpoints,
  maxContactCases,
} from "../../contract/contacts.ts";
import { openStatuses } from "../../contract/inbox.ts";
import { DueMark } from "../inbox/due-mark.tsx";
import { formColor } from "../inbox/form-color.ts";
import { StatusChip } from "../inbox/status-chip.tsx";
import { CaseLink } from "./case-link.tsx";
import styles from "./contact.module.css";

export const contactListId = "person-list";

interface ContactListProps {
  readonly person: ContactResponse;
  readonly nameOf: Colleagues["nameOf"];
  readonly isSeparating: boolean;
  readonly onSeparated: (reference: string) => void;
}

const isOpen = ({ status }: ContactCase) => openStatuses.includes(status);

const filters = {
  all: ["All", () => true],
  open: ["Open", isOpen],
  done: ["Done", (one: ContactCase) => !isOpen(one)],
} as const;

type Filter = keyof typeof filters;

/** The messages by year, newest first, and the applications. */
export function ContactList(props: ContactListProps) {
  const { person, nameOf, isSeparating, onSeparated } = props;
  const { cases, applications, name } = person;
  const [filter, setFilter] = useState<Filter>("all");
  const shown = cases.filter(filters[filter][1]);
  const years = new Map<string, ContactCase[]>();
  for (const one of shown) {
    const year = one.createdAt.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), one]);
  }
  return (
    <>
      <h2 id={contactListId} tabIndex={-1}>
        Everything {firstName(name)} sent
      </h2>
      {isSeparating && (
        <p className={styles.none}>
          Which message is not from {firstName(name)}? It will stand alone, with a page of its own.
        </p>
      )}
      <div className={styles.filters}>
        {(Object.keys(filters) as Filter[]).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={filter === one}
            onClick={() => setFilter(one)}
          >
            {filters[one][0]} {cases.filter(filters[one][1]).length}
          </button>
        ))}
      </div>
      {shown.length === 0 && <p className={styles.none}>No messages here.</p>}
      {[...years].map(([year, some]) => (
        <section key={year} aria-labelledby={`year-${year}`}>
          <h3 id={`year-${year}`} className={styles.year}>
            {year}
          </h3>
          <ul>
            {some.map((one) => (
              <ContactRow key={one.reference} row={one} nameOf={nameOf}>
                {isSeparating && (
                  <AskButton
                    label="Split off"
                    of={`the message ${one.reference}`}
                    look="ghost"
                    heading="Split this message into its own conversation?"
                    text={`It leaves the page of ${name}. You can put it back from its own page.`}
                    send={() =>
                      deskRequest(withId(contactEndpoints.separate, one.reference), {
                        isSeparate: true,
                      })
                    }
                    onDone={() => onSeparated(one.reference)}
                  />
                )}
              </ContactRow>
            ))}
          </ul>
        </section>
      ))}
      {cases.length >= maxContactCases && (
        <p>The newest {maxContactCases} are shown. The inbox finds older ones by the email.</p>
      )}
      {applications && applications.length > 0 && (
        <section aria-labelledby="person-applications">
          <h3 id="person-applications" className={styles.year}>
            Applications
          </h3>
          <ul>
            {applications.map(({ reference, track, status, sentAt }) => (
              <li key={reference} className={styles.row}>
                <span className={styles.when}>{formatDay(sentAt)}</span>
                <div>
                  <b>{track === "care" ? "Caregiver" : "Provider"}</b>{" "}
                  <span className="exact">{reference}</span>
                  <p>Status: {status}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ContactRowProps {
  readonly row: ContactCase;
  readonly nameOf: Colleagues["nameOf"];
  readonly children: ReactNode;
}

function ContactRow({ row, nameOf, children }: ContactRowProps) {
  const now = useNow();
  return (
    <li className={`${styles.row} ${styles.case} ${formColor(row.form)}`}>
      <time dateTime={row.createdAt} className={styles.when}>
        {formatShort(row.createdAt, now)}
      </time>
      <div>
        <CaseLink form={row.form} reference={row.reference} />
        <p dir="auto">{isolateNumbers(row.snippet)}</p>
        <p className={styles.state}>
          <StatusChip row={row} />
          <DueMark row={row} now={now} />
          {row.assigneeId !== null && <span>{nameOf(row.assigneeId)}</span>}
        </p>
        {children}
      </div>
    </li>
  );
}
