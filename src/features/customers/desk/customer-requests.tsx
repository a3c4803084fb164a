import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { formatTime } from "../../../platform/desk/format/market-time.ts";
import { formatDayInYear } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { buttonClass } from "../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import { Disclosure } from "../../../platform/desk/ui/disclosure.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import type { CustomerDetail, CustomerRequest } from "../contract/customers.ts";
import { Covered } from "./covered.tsx";
import styles from "./customer.module.css";

interface CustomerRequestsProps {
  readonly customer: CustomerDetail;
  /** Loads the customer again, and announces what happened. */
  readonly onChanged: (sentence: string) => Promise<void>;
}

/** The requests in progress, and the completed ones folded. */
export function CustomerRequests({ customer, onChanged }: CustomerRequestsProps) {
  const isCovered = customer.check?.covered.includes("requests");
  const open = customer.requests.filter(({ isCompleted }) => !isCompleted);
  const { permissions } = useCurrentStaff();
  const completed = customer.requests.filter(({ isCompleted }) => isCompleted);
  return (
    <section className={styles.section} aria-labelledby="customer-requests">
      <h2 id="customer-requests">Requests in progress, {open.length}</h2>
      {permissions.includes("customer-work") && (
        <Actions>
          {" "}
          <Link
            to={`${deskPaths.requests}/new`}
            state={{ customer: { id: customer.id, name: customer.name } }}
            className={buttonClass("ghost", true)}
          >
            Add a request
          </Link>
        </Actions>
      )}
      {open.length > 0 ? <RequestList requests={open} /> : <p className={styles.none}>None.</p>}
      {completed.length > 0 && isCovered && (
        <p>
          {completed.length} completed{" "}
          <Covered customer={customer} fact="requests" onChanged={onChanged} />
        </p>
      )}
      {completed.length > 0 && !isCovered && (
        <Disclosure label={`${completed.length} completed`} className={styles.folded}>
          <RequestList requests={completed} />
        </Disclosure>
      )}
    </section>
  );
}

function RequestList({ requests }: { requests: readonly CustomerRequest[] }) {
  const now = useNow();
  return (
    <ul className={styles.requests}>
      {requests.map((one) => (
        <li key={one.id} id={`request-${one.reference}`}>
          <b className={styles.title}>
            {one.deskId === null ? (
              <bdi>{one.title}</bdi>
            ) : (
              <Link to={`${deskPaths.requests}/${encodeURIComponent(one.deskId)}`}>
                <bdi>{one.title}</bdi>
              </Link>
            )}
          </b>
          <span className={styles.price}>
            {one.price === null ? "Price pending" : formatPrice(one.price)}
            <Chip
              look={one.isCompleted ? "sage" : "marigold"}
              icon={one.isCompleted ? "check" : "clock"}
            >
              {one.stateName}
            </Chip>
          </span>
          <span className={styles.details}>
            <span>{describeTime(one, now)}</span>
            <bdi>{one.provider || "No provider yet"}</bdi>
            <span className="exact">{one.reference}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function describeTime(one: CustomerRequest, now: number): string {
  if (one.completedAt !== null) return formatDayInYear(one.completedAt, now);
  if (one.startsAt !== null) return formatTime(one);
  return `Added ${formatDayInYear(one.addedAt, now)}, date pending`;
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

function formatPrice(price: number): string {
  return dollars.format(price);
}
