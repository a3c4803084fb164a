import { formatCompletionDate, formatStatus } from "../../../contract/endpoints/format-request.ts";
import type { RequestResponse } from "../../../contract/endpoints/profile.ts";
import { AppLink } from "../../page/app-link.tsx";
import { Chip } from "../parts/chip.tsx";
import { requestPath } from "../parts/requests.ts";
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
