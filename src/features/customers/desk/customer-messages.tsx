import { isolateNumbers } from "../../../platform/contract/isolate.ts";
import { formatShort } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { useColleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import { openStatuses } from "../../messages/contract/inbox.ts";
import { CaseLink } from "../../messages/desk/contacts/case-link.tsx";
import { formColor } from "../../messages/desk/inbox/form-color.ts";
import { StatusChip } from "../../messages/desk/inbox/status-chip.tsx";
import type { CustomerDetail } from "../contract/customers.ts";
import styles from "./customer.module.css";

/** Their messages, newest first. */
export function CustomerMessages({ customer }: { customer: CustomerDetail }) {
  const now = useNow();
  const { nameOf } = useColleagues();
  const { messages } = customer;
  const open = messages.filter(({ status }) => openStatuses.includes(status));
  return (
    <section className={styles.section} aria-labelledby="customer-messages">
      <h2 id="customer-messages">Messages, {open.length} open</h2>
      {messages.length === 0 && <p className={styles.none}>None.</p>}
      <ul>
        {messages.map((row) => (
          <li key={row.reference} className={`${styles.message} ${formColor(row.form)}`}>
            <div>
              <CaseLink form={row.form} reference={row.reference} />
              <time dateTime={row.activeAt}>{formatShort(row.activeAt, now)}</time>
            </div>
            <p dir="auto">{isolateNumbers(row.snippet)}</p>
            <p className={styles.state}>
              <StatusChip row={row} />
              {row.assigneeId !== null && <span>{nameOf(row.assigneeId)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
