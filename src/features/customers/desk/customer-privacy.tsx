import { Link } from "react-router";
import { formatDay } from "../../../platform/desk/format/times.ts";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { buttonClass } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { privacyKindNames, privacyStatusNames } from "../../privacy/contract/names.ts";
import { requestPath } from "../../privacy/desk/request-path.ts";
import type { CustomerDetail } from "../contract/customers.ts";
import styles from "./customer.module.css";

type Customer = Pick<CustomerDetail, "privacy">;

/** Above the page while a privacy request is open. */
export function PrivacyBand({ customer }: { customer: Customer }) {
  const { permissions } = useCurrentStaff();
  const open = customer.privacy.find(({ isOpen }) => isOpen);
  if (!open) return null;
  return (
    <div className={styles.band}>
      <DeskIcon name="lock" />
      <p>
        <b>
          {open.kind === "deletion"
            ? "Deletion in progress: do not promise anything."
            : `${privacyKindNames[open.kind]} in progress.`}
        </b>{" "}
        Due {formatDay(open.dueAt)}.
      </p>
      {permissions.includes("deletion") && (
        <Link to={requestPath(open.reference, "open")} className={buttonClass("ghost", true)}>
          Open the privacy request
        </Link>
      )}
    </div>
  );
}

/** Every privacy request of the customer. */
export function CustomerPrivacy({ customer }: { customer: Customer }) {
  const { permissions } = useCurrentStaff();
  const open = customer.privacy.filter(({ isOpen }) => isOpen);
  return (
    <section className={styles.section} aria-labelledby="customer-privacy">
      <h2 id="customer-privacy">Privacy requests, {open.length} open</h2>
      {customer.privacy.length === 0 && <p className={styles.none}>None.</p>}
      <ul className={styles.lines}>
        {customer.privacy.map(({ reference, kind, status, isOpen, receivedAt }) => (
          <li key={reference}>
            <time dateTime={receivedAt}>{formatDay(receivedAt)}</time>
            <p>
              {permissions.includes("deletion") ? (
                <Link to={requestPath(reference, isOpen ? "open" : "closed")}>
                  {privacyKindNames[kind]}
                </Link>
              ) : (
                privacyKindNames[kind]
              )}
              , {privacyStatusNames[status].toLowerCase()}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
