import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../customers/contract/format-request.ts";
import type { RequestResponse } from "../../customers/contract/profile.ts";
import { Avatar } from "../../customers/site/account/avatar.tsx";
import { Chip } from "../../customers/site/account/chip.tsx";
import listStyles from "../../customers/site/account/profile/request-list.module.css";
import type { Helped } from "../contract/helpers.ts";
import { helpingPath, helpQuery } from "../contract/helpers.ts";
import type { HelpingState } from "../contract/states.ts";
import styles from "./helpers.module.css";

interface HelpedRequestsProps {
  readonly of: Helped;
  readonly helping: HelpingState;
  readonly requests: readonly RequestResponse[];
}

/** What is asked for, and every request with its receipt. */
export function HelpedRequests({ of, helping, requests }: HelpedRequestsProps) {
  const { asked = [], timeZone } = helping;
  return (
    <>
      {asked.length > 0 && (
        <>
          <h2>Asked for</h2>
          <ul className={styles.rows}>
            {asked.map(({ id, title, shown }) => (
              <li key={id}>
                <span>
                  <b translate="no" dir="auto">
                    {title}
                  </b>
                  {shown}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 className="sr">All requests</h2>
      {requests.length === 0 ? (
        <p className="lead">There are no requests yet.</p>
      ) : (
        <ul className={listStyles.list}>
          {requests.map((request) => (
            <Row key={request.id} of={of} request={request} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </>
  );
}

interface RowProps {
  readonly of: Helped;
  readonly request: RequestResponse;
  readonly timeZone: string | undefined;
}

function Row({ of, request, timeZone }: RowProps) {
  const { id, requestTitle, assignedTo, requestCompleted, price, canceled } = request;
  return (
    <li className={listStyles.row}>
      <Avatar picture={null} name={assignedTo} />
      <div className={listStyles.beside}>
        <div className={listStyles.words}>
          <h3 translate="no">
            <a href={helpingPath(of.id, { [helpQuery.request]: id })}>{requestTitle}</a>
          </h3>
          <p className={listStyles.facts}>
            {assignedTo && <span translate="no">{assignedTo}</span>}
            <span>{formatCompletionDate(request, timeZone)}</span>
            <Chip done={requestCompleted}>{formatStatus(request)}</Chip>
            {canceled !== undefined && <span>Canceled: {canceled}</span>}
          </p>
        </div>
        <p className={price === null ? undefined : listStyles.price}>
          {formatRequestPrice(request)}
        </p>
      </div>
    </li>
  );
}
