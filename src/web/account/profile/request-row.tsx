import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../../contract/endpoints/format-request.ts";
import type { RequestResponse } from "../../../contract/endpoints/profile.ts";
import { AppLink } from "../../page/app-link.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { Chip } from "../parts/chip.tsx";
import { changeAnchor, requestPath } from "../parts/requests.ts";
import styles from "./request-list.module.css";

/** One request in the list: title, helper, date, status, price (SPEC 2). */
export function RequestRow({ request }: { request: RequestResponse }) {
  const { requestTitle, assignedTo, picture, requestCompleted, price } = request;
  return (
    <li className={styles.row}>
      <Avatar picture={picture} name={assignedTo} />
      <div className={styles.beside}>
        <div className={styles.words}>
          <h3 translate="no">
            <AppLink to={requestPath(request.id)}>{requestTitle}</AppLink>
          </h3>
          <p className={styles.facts}>
            {assignedTo && <span translate="no">{assignedTo}</span>}
            <span>{formatCompletionDate(request)}</span>
            <Chip done={requestCompleted}>{formatStatus(request)}</Chip>
            {!requestCompleted && (
              <AppLink to={`${requestPath(request.id)}#${changeAnchor}`} className={styles.change}>
                Ask, change or cancel
              </AppLink>
            )}
          </p>
        </div>
        <p className={price === null ? undefined : styles.price}>{formatRequestPrice(request)}</p>
      </div>
    </li>
  );
}
