import { useState } from "react";
import { Link } from "react-router";
import { inboxForms, openStatuses } from "../../contract/desk/inbox.ts";
import { deskPaths } from "../../contract/desk/paths.ts";
import {
  maxPersonCases,
  type PersonCase,
  type PersonResponse,
} from "../../contract/desk/people.ts";
import type { Colleague } from "../../contract/desk/staff.ts";
import { firstName, shownName } from "../format/names.ts";
import { formatDay, formatShort } from "../format/times.ts";
import { useNow } from "../format/use-now.ts";
import { formColor } from "../inbox/marks/form-color.ts";
import { StatusChip } from "../inbox/marks/status-chip.tsx";
import styles from "./person.module.css";

interface PersonListProps {
  readonly person: PersonResponse;
  readonly colleagues: readonly Colleague[];
}

const isOpen = ({ status }: PersonCase) => openStatuses.includes(status);

const filters = {
  all: ["All", () => true],
  open: ["Open", isOpen],
  done: ["Done", (one: PersonCase) => !isOpen(one)],
} as const;

type Filter = keyof typeof filters;

/** The messages by year, newest first, and the applications. */
export function PersonList({ person, colleagues }: PersonListProps) {
  const { cases, applications, name } = person;
  const [filter, setFilter] = useState<Filter>("all");
  const shown = cases.filter(filters[filter][1]);
  const years = new Map<string, PersonCase[]>();
  for (const one of shown) {
    const year = one.createdAt.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), one]);
  }
  return (
    <>
      <h2>Everything {firstName(name)} sent</h2>
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
      {shown.length === 0 && <p className={styles.none}>None of the messages is here.</p>}
      {[...years].map(([year, some]) => (
        <section key={year} aria-labelledby={`year-${year}`}>
          <h3 id={`year-${year}`} className={styles.year}>
            {year}
          </h3>
          <ul>
            {some.map((one) => (
              <PersonRow key={one.reference} row={one} colleagues={colleagues} />
            ))}
          </ul>
        </section>
      ))}
      {cases.length >= maxPersonCases && (
        <p>The newest {maxPersonCases} are shown. The inbox finds older ones by the email.</p>
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

interface PersonRowProps {
  readonly row: PersonCase;
  readonly colleagues: readonly Colleague[];
}

function PersonRow({ row, colleagues }: PersonRowProps) {
  const now = useNow();
  const assignee = colleagues.find(({ id }) => id === row.assigneeId);
  return (
    <li className={`${styles.row} ${styles.case} ${formColor(row.form)}`}>
      <time dateTime={row.createdAt} className={styles.when}>
        {formatShort(row.createdAt, now)}
      </time>
      <div>
        <Link to={`${deskPaths.inbox}/${row.reference}`}>
          {inboxForms[row.form] ?? row.form}
          <span className="sr"> {row.reference}</span>
        </Link>
        <p>{row.snippet}</p>
        <p className={styles.state}>
          <StatusChip row={row} />
          {assignee && <span>{shownName(assignee, colleagues)}</span>}
        </p>
      </div>
    </li>
  );
}
