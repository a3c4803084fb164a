import { brand } from "../../../../../brand.ts";
import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../../contract/format-request.ts";
import type { ProfileResponse, RequestResponse } from "../../../contract/profile.ts";
import { Avatar } from "../avatar.tsx";
import { Chip } from "../chip.tsx";
import { addressLines, fullName } from "../customer.ts";
import styles from "./receipt.module.css";

interface ReceiptProps {
  readonly request: RequestResponse;
  readonly user: ProfileResponse["user"] | undefined;
  /** IANA name; the environment's by default. */
  readonly timeZone?: string;
}

export function Receipt({ request, user, timeZone }: ReceiptProps) {
  const { assignedTo, picture, requestCompleted, price } = request;
  const { street, city, state, zip } = brand.postalAddress;
  const isFinal = requestCompleted && price !== null;
  return (
    <article className={styles.receipt}>
      <div className={styles.head}>
        <p className={styles.from}>
          <b>{brand.name}</b>
          {isFinal ? "Receipt" : "Request"}
        </p>
        <Chip done={requestCompleted}>{formatStatus(request)}</Chip>
      </div>
      <h2 translate="no">{request.requestTitle}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{requestCompleted ? "Who came" : "Who is coming"}</dt>
          <dd className={styles.who}>
            <Avatar picture={picture} name={assignedTo} />
            <span translate="no">{assignedTo || "No one is assigned yet"}</span>
          </dd>
        </div>
        <div>
          <dt>When</dt>
          <dd>{formatCompletionDate(request, timeZone)}</dd>
        </div>
        {user && (
          <div>
            <dt>For</dt>
            <dd translate="no">
              {[fullName(user), ...addressLines(user)].map((line) => (
                <span key={line} className={styles.line}>
                  {line}
                </span>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>Reference</dt>
          <dd className="exact" translate="no">
            {request.reference}
          </dd>
        </div>
        <div className={price === null ? undefined : styles.price}>
          <dt>Price</dt>
          <dd>{formatRequestPrice(request)}</dd>
        </div>
      </dl>
      {request.canceled !== undefined && (
        <p>
          <b>Canceled:</b> {request.canceled}
        </p>
      )}
      {!isFinal && request.canceled === undefined && (
        <p>
          {requestCompleted
            ? "The work is done. This becomes your receipt when the price is set."
            : "This becomes your receipt once the work is done and the price is set."}
        </p>
      )}
      <address className={styles.address}>
        {brand.company}
        <br />
        {street}
        <br />
        {city}, {state} {zip}
        <br />
        <a href={`tel:${brand.phone.e164}`}>{brand.phone.shown}</a>
      </address>
    </article>
  );
}
