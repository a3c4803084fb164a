import type { ReactNode } from "react";
import { Link } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import { formatInSentence } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { useColleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import { type CaseRow, inboxForms, inboxTopic } from "../../contract/inbox.ts";
import { maxOfPart, myWorkEndpoints } from "../../contract/my-work.ts";
import { DueMark } from "./due-mark.tsx";
import { formatDue } from "./format-due.ts";
import styles from "./my-work-page.module.css";
import { StatusChip } from "./status-chip.tsx";

/** What waits for the user: calls, mentions, own messages and drafts. */
export function MyWorkPage() {
  const { data, error } = useData(myWorkEndpoints.read, { topic: inboxTopic });
  const { nameOf } = useColleagues();
  const now = useNow();
  const toCase = (reference: string) => `${deskPaths.inbox}/${reference}?assignee=me`;
  const ownRow = (row: CaseRow) => (
    <Row
      key={row.reference}
      to={toCase(row.reference)}
      name={row.name}
      about={`${inboxForms[row.form] ?? row.form}: ${row.snippet}`}
    >
      <StatusChip row={row} isSmall />
      <DueMark row={row} now={now} />
    </Row>
  );
  return (
    <Panels>
      <Panel className={styles.page}>
        <p className={styles.back}>
          <Link to={deskPaths.inbox}>All open messages</Link>
        </p>
        <PageHeading>My work</PageHeading>
        {!data && <p role="status">{error ? "This could not be loaded." : "Opening…"}</p>}
        {data && (
          <>
            <Part id="calls" name="Call backs" none="No calls that you owe.">
              {data.calls.map((call) => (
                <Row
                  key={call.reference}
                  to={`${deskPaths.callBacks}/${call.reference}`}
                  name={call.name}
                  about={call.about}
                >
                  <span className={call.isLate ? styles.late : undefined}>
                    {formatDue(call.endsAt, now)}
                  </span>
                </Row>
              ))}
            </Part>
            <Part
              id="mentioned"
              name="Mentioned"
              none="No notes that mention you and wait for you."
            >
              {data.mentions.map(({ reference, name, text, staffId, at }) => (
                <Row key={`${reference} ${at}`} to={toCase(reference)} name={name} about={text}>
                  {staffId !== null && <bdi>{nameOf(staffId)}</bdi>}
                  <span>{formatInSentence(at, now)}</span>
                </Row>
              ))}
            </Part>
            <Part id="due" name="Due today" none="No messages of yours are due today.">
              {data.due.map(ownRow)}
            </Part>
            <Part id="later" name="Mine, later" none="No other messages are assigned to you.">
              {data.later.map(ownRow)}
            </Part>
            <Part id="drafts" name="My drafts" none="No unsent drafts.">
              {data.drafts.map(({ kind, reference, name, text, savedAt }) => (
                <Row
                  key={reference}
                  to={`${kind === "case" ? deskPaths.inbox : deskPaths.applications}/${reference}`}
                  name={name}
                  about={text || "Attached files"}
                >
                  <span>Saved {formatInSentence(savedAt, now)}</span>
                </Row>
              ))}
              {data.newDrafts.map(({ recipient, name, subject, savedAt }) => (
                <Row
                  key={recipient}
                  to={`${deskPaths.newMessage}?${new URLSearchParams({ way: "email", to: recipient })}`}
                  name={name || "No recipient"}
                  about={`New email: ${subject || "no subject"}`}
                >
                  <span>Saved {formatInSentence(savedAt, now)}</span>
                </Row>
              ))}
            </Part>
          </>
        )}
      </Panel>
    </Panels>
  );
}

interface PartProps {
  readonly id: string;
  readonly name: string;
  /** Said if there is nothing. */
  readonly none: string;
  readonly children: readonly ReactNode[] | readonly (readonly ReactNode[])[];
}

function Part({ id, name, none, children }: PartProps) {
  const rows = children.flat();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {name} <span>{rows.length < maxOfPart ? rows.length : `${maxOfPart} or more`}</span>
      </h2>
      {rows.length === 0 ? <p>{none}</p> : <ul className={styles.rows}>{rows}</ul>}
    </section>
  );
}

interface RowProps {
  readonly to: string;
  readonly name: string;
  readonly about: string;
  readonly children: ReactNode;
}

function Row({ to, name, about, children }: RowProps) {
  return (
    <li>
      <Link to={to} className={styles.row}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className={styles.about} dir="auto">
          {about}
        </span>
        <span className={styles.facts}>{children}</span>
      </Link>
    </li>
  );
}
