import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { formatCompletionDate, formatStatus } from "../../../contract/format-request.ts";
import type { RequestResponse } from "../../../contract/profile.ts";
import { Chip } from "../chip.tsx";
import { requestPath } from "../requests.ts";
import styles from "./profile.module.css";

/** The newest request above the card on narrow screens, where the list is far down. */
export function NewestRequest({ request }: { readonly request: RequestResponse }) {
  const { id, requestTitle, assignedTo, requestCompleted } = request;
  return (
    <section className={styles.newest} aria-label="Your newest request">
      <h2>Your newest request</h2>
      <AppLink to={requestPath(id)}>
        <span translate="no">{requestTitle}</span>
      </AppLink>
      <p>
        {assignedTo && <span translate="no">{assignedTo}</span>}
        <span>{formatCompletionDate(request)}</span>
        <Chip done={requestCompleted}>{formatStatus(request)}</Chip>
      </p>
    </section>
  );
}
