import { Fragment } from "react";
import { Link } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { isolateNumbers } from "../../../../platform/contract/isolate.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import type { Pages } from "../../../../platform/desk/data/use-pages.ts";
import {
  formatClock,
  formatDayLong,
  timeZoneName,
} from "../../../../platform/desk/format/times.ts";
import { PresentStaff } from "../../../../platform/desk/record/present-staff.tsx";
import { ShowMore } from "../../../../platform/desk/record/show-more.tsx";
import { Button, buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { type CallBackPage, type CallBackRow, inboxTopic } from "../../contract/inbox.ts";
import { useInbox } from "../inbox/inbox-context.ts";
import styles from "./call-back-list.module.css";
import { formatHours, formatTries } from "./call-text.ts";

interface CallBackListProps {
  readonly list: Pages<CallBackPage, CallBackRow>;
  readonly heading: string;
  readonly openId: string | undefined;
}

const headingId = "call-back-list";

export function CallBackList({ list, heading, openId }: CallBackListProps) {
  const { rows, error } = list;
  const { canWork } = useInbox();
  return (
    <section aria-labelledby={headingId} className={styles.list}>
      <div className={styles.head}>
        <h2 id={headingId}>{heading}</h2>
        {canWork && (
          <Link to={`${deskPaths.newMessage}?way=call`} className={buttonClass("solid", true)}>
            <DeskIcon name="plus" />
            Add a call back
          </Link>
        )}
      </div>
      {error && (
        <div className={styles.foot}>
          <FormAlert message={failureMessage(error)} />
          <Button look="ghost" isSmall onClick={() => void list.reload()}>
            Try again
          </Button>
        </div>
      )}
      {!rows && !error && <p className={styles.foot}>Loading calls…</p>}
      {rows?.length === 0 && (
        <p className={styles.foot}>
          No one is waiting for a call. New ones appear here by themselves.
        </p>
      )}
      {rows && rows.length > 0 && (
        <>
          <Rows rows={rows} openId={openId} />
          <div className={styles.foot}>
            <ShowMore list={list} />
            <p>Earliest first. Times are {timeZoneName}.</p>
          </div>
        </>
      )}
    </section>
  );
}

interface RowsProps {
  readonly rows: readonly CallBackRow[];
  readonly openId: string | undefined;
}

/** Late ones, then the rest under the days when their time ends. */
function Rows({ rows, openId }: RowsProps) {
  const page = useInbox();
  const { now, nameOf } = page;
  const groups = Map.groupBy(rows, (row) => (row.isLate ? "Late" : formatDayLong(row.endsAt, now)));
  return [...groups].map(([day, inDay]) => (
    <Fragment key={day}>
      <h3 className={day === "Late" ? `${styles.day} ${styles.late}` : styles.day}>
        {day} <span>{inDay.length}</span>
      </h3>
      <ul>
        {inDay.map((row) => (
          <li key={row.reference}>
            <Link
              to={`${deskPaths.callBacks}/${row.reference}`}
              className={styles.row}
              aria-current={row.reference === openId ? "true" : undefined}
            >
              <span className={row.isLate ? `${styles.time} ${styles.late}` : styles.time}>
                {row.isLate && !row.isAnyTime
                  ? `until ${formatClock(Date.parse(row.endsAt))}`
                  : formatHours(row)}
              </span>
              <span className={styles.who}>
                <b>
                  <bdi>{row.name}</bdi>
                </b>
                <b translate="no">{row.phone}</b>
                <span dir="auto">{isolateNumbers(row.about)}</span>
              </span>
              <span className={styles.owner}>
                <PresentStaff topic={inboxTopic} reference={row.reference} page={page} />
                <b>{row.assigneeId === null ? "Unassigned" : nameOf(row.assigneeId)}</b>
                <span>{formatTries(row.tries)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}
