import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../../contract/format-request.ts";
import type { RequestResponse } from "../../../contract/profile.ts";
import { Avatar } from "../avatar.tsx";
import { Chip } from "../chip.tsx";
import { changeAnchor, requestPath } from "../requests.ts";
import styles from "./request-list.module.css";

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
