import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { formatMonthOfYear, formatShort } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { Address } from "../../../platform/desk/record/address.tsx";
import { PhoneLink } from "../../../platform/desk/record/phone-link.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { InitialsAvatar } from "../../../platform/desk/ui/initials-avatar.tsx";
import type { CustomerRow } from "../contract/customers.ts";
import styles from "./customer-table.module.css";

interface CustomerTableProps {
  readonly customers: readonly CustomerRow[];
  /** Of the order, for screen readers: "last contact first". */
  readonly caption: string;
}

/** The customers; on phones each is a block of lines. */
export function CustomerTable({ customers, caption }: CustomerTableProps) {
  const now = useNow();
  return (
    <table className={styles.table}>
      <caption className="sr">Customers, {caption}</caption>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">Phone</th>
          <th scope="col">Email</th>
          <th scope="col">Requests</th>
          <th scope="col">Payment</th>
          <th scope="col">Last contact</th>
          <th scope="col">Since</th>
        </tr>
      </thead>
      <tbody>
        {customers.map((row) => (
          <tr key={row.id} className={row.isLocked ? styles.locked : undefined}>
            <th scope="row">
              <span className={styles.name}>
                <InitialsAvatar name={row.name} />
                <Link to={`${deskPaths.customers}/${row.id}`}>
                  <bdi>{row.name}</bdi>
                  <small>{[row.city, row.state].filter(Boolean).join(", ")}</small>
                </Link>
              </span>
            </th>
            <td className={styles.phone}>
              <PhoneLink phone={row.phone} />
            </td>
            <td className={styles.email}>
              <span className={styles.address}>
                <Address email={row.email} />
              </span>
              {!row.isConfirmed && (
                <span className={styles.warning}>
                  <DeskIcon name="warning" />
                  <span className={styles.onDesks}>Not confirmed</span>
                  <span className={styles.onPhones}>Email not confirmed</span>
                </span>
              )}
            </td>
            <td className={styles.requests}>
              <Requests row={row} now={now} />
            </td>
            <td className={styles.payment}>
              <Payment row={row} />
            </td>
            <td className={styles.contact}>
              {row.contactAt === null ? (
                "None yet"
              ) : (
                <time dateTime={row.contactAt}>{formatShort(row.contactAt, now)}</time>
              )}
              {row.hasOpenMessage && <span className={styles.open}>Open message</span>}
            </td>
            <td className={styles.since}>
              <time dateTime={row.since}>{formatMonthOfYear(row.since)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Requests({ row, now }: { row: CustomerRow; now: number }) {
  const { openRequests, lastRequest } = row;
  if (!lastRequest) return <span className={styles.done}>None yet</span>;
  if (openRequests > 0) {
    return (
      <span className={styles.work}>
        <b className={styles.count}>
          {openRequests}
          <span className="sr"> open, the newest:</span>
        </b>
        <bdi className={styles.title}>{lastRequest.title}</bdi>
      </span>
    );
  }
  return (
    <span className={styles.done}>
      <bdi>{lastRequest.title}</bdi>, {formatShort(lastRequest.at, now)}
    </span>
  );
}

function Payment({ row }: { row: CustomerRow }) {
  if (row.isLocked) {
    return (
      <Chip look="gray" icon="lock">
        Locked
      </Chip>
    );
  }
  if (row.isPaid) {
    return (
      <span className={styles.ok}>
        <DeskIcon name="check" />
        Complete
      </span>
    );
  }
  return (
    <Chip look="late" icon="warning">
      <span className={styles.onDesks}>Incomplete</span>
      <span className={styles.onPhones}>Payment incomplete</span>
    </Chip>
  );
}
