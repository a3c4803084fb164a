import { Link } from "react-router";
import { failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { useLiveState } from "../../../platform/desk/data/live-channel.ts";
import type { Pages } from "../../../platform/desk/data/use-pages.ts";
import { ListBar } from "../../../platform/desk/record/list-bar.tsx";
import { PresentStaff } from "../../../platform/desk/record/present-staff.tsx";
import { ShowMore } from "../../../platform/desk/record/show-more.tsx";
import { Button, buttonClass } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FieldFrame } from "../../../platform/desk/ui/field.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { LiveMark } from "../../../platform/desk/ui/live-mark.tsx";
import { type PrivacyList, privacyLists } from "../contract/cases.ts";
import { type PrivacyPage, type PrivacyRow, privacyTopic } from "../contract/endpoints.ts";
import { privacyListNames } from "../contract/names.ts";
import { DaysLeftColumn } from "./days-left-column.tsx";
import { DoneInTime } from "./done-in-time.tsx";
import { usePrivacy } from "./privacy-context.ts";
import { PrivacyRequestChips } from "./request-chips.tsx";
import styles from "./request-list.module.css";
import { newPrivacyRequest, requestPath } from "./request-path.ts";
import { formatDaysLeft, formatDue } from "./request-text.ts";

interface PrivacyRequestListProps {
  readonly show: PrivacyList;
  readonly list: Pages<PrivacyPage, PrivacyRow>;
  readonly heading: string;
  readonly openReference: string | undefined;
  readonly onShow: (show: PrivacyList) => void;
}

const headingId = "privacy-list";

export function PrivacyRequestList({
  show,
  list,
  heading,
  openReference,
  onShow,
}: PrivacyRequestListProps) {
  const { rows, first: page, error } = list;
  const { isLive } = useLiveState();
  return (
    <section aria-labelledby={headingId}>
      <ListBar>
        <h2 id={headingId}>{heading}</h2>
        {isLive && <LiveMark />}
        {page && page.overdue > 0 && (
          <p className={styles.late}>
            <DeskIcon name="warning" />
            {page.overdue === 1 ? "1 is overdue" : `${page.overdue} are overdue`}
          </p>
        )}
        <FieldFrame id="privacy-show" label="Show" isLabelHidden>
          <select
            id="privacy-show"
            value={show}
            onChange={({ target }) =>
              onShow(privacyLists.find((one) => one === target.value) ?? "open")
            }
          >
            {privacyLists.map((one) => (
              <option key={one} value={one}>
                {privacyListNames[one]}
              </option>
            ))}
          </select>
        </FieldFrame>
        <Link to={requestPath(newPrivacyRequest, show)} className={buttonClass("ghost", true)}>
          <DeskIcon name="plus" />
          New case
        </Link>
      </ListBar>
      {error && (
        <div className={styles.foot}>
          <FormAlert message={failureMessage(error)} />
          <Button look="ghost" isSmall onClick={() => void list.reload()}>
            Try again
          </Button>
        </div>
      )}
      {!rows && !error && <p className={styles.foot}>Loading requests…</p>}
      {rows?.length === 0 && <p className={styles.foot}>{emptyText[show]}</p>}
      {rows && rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <li key={row.reference}>
              <Row
                row={row}
                to={requestPath(row.reference, show)}
                isCurrent={row.reference === openReference}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <ShowMore list={list} />
      </div>
      {page && <DoneInTime done={page.done} onShow={() => onShow("closed")} />}
    </section>
  );
}

const emptyText: Readonly<Record<PrivacyList, string>> = {
  open: "No open requests. New ones appear here automatically.",
  closed: "No requests are done or denied yet.",
  appeals: "No appeals.",
};

interface RowProps {
  readonly row: PrivacyRow;
  readonly to: string;
  readonly isCurrent: boolean;
}

function Row({ row, to, isCurrent }: RowProps) {
  const page = usePrivacy();
  const { nameOf, now } = page;
  const isOpen = row.closedAt === null;
  const isLate = isOpen && row.daysLeft < 0;
  return (
    <Link
      to={to}
      className={isLate ? `${styles.row} ${styles.over}` : styles.row}
      aria-current={isCurrent ? "true" : undefined}
    >
      <span className={styles.column}>
        <DaysLeftColumn row={row} />
      </span>
      <b>
        <bdi>{row.name}</bdi>
      </b>
      {isOpen && (
        <span className={isLate ? `${styles.left} ${styles.bad}` : styles.left}>
          {formatDaysLeft(row.daysLeft)}
        </span>
      )}
      <span className={styles.due}>{formatDue(row, now)}</span>
      <span className={styles.meta}>
        <PrivacyRequestChips row={row} />
        <PresentStaff topic={privacyTopic} reference={row.reference} page={page} />
        <span>{row.assigneeId === null ? "Unassigned" : nameOf(row.assigneeId)}</span>
      </span>
    </Link>
  );
}
