import { useState } from "react";
import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { isolateNumbers } from "../../../platform/contract/isolate.ts";
import { formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import type { CustomerDetail, TimelineLine } from "../contract/customers.ts";
import styles from "./customer.module.css";

/** Lines that are shown until someone asks for all. */
const shownAtFirst = 12;

/** Messages, emails, requests, the account's events and what staff did, newest first. */
export function CustomerTimeline({ customer }: { customer: CustomerDetail }) {
  const now = useNow();
  const { timeline } = customer;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? timeline : timeline.slice(0, shownAtFirst);
  return (
    <section className={styles.section} aria-labelledby="customer-timeline">
      <h2 id="customer-timeline">History</h2>
      <ol className={styles.lines}>
        {shown.map((line) => (
          <li key={`${line.kind} ${line.id}`}>
            <time dateTime={line.at}>{formatLong(line.at, now)}</time>
            <What line={line} />
          </li>
        ))}
      </ol>
      {shown.length < timeline.length && (
        <Button look="ghost" isSmall onClick={() => setShowsAll(true)}>
          All {timeline.length}
        </Button>
      )}
    </section>
  );
}

function What({ line }: { line: TimelineLine }) {
  const { permissions } = useCurrentStaff();
  const { what, text, reference, by } = line;
  return (
    <p>
      {by !== "" && (
        <>
          <bdi>{by}</bdi>:{" "}
        </>
      )}
      {reference !== "" && permissions.includes("inbox-read") ? (
        <Link to={`${deskPaths.inbox}/${reference}`}>{what}</Link>
      ) : (
        <bdi>{what}</bdi>
      )}
      {text !== "" && <span dir="auto">{isolateNumbers(text)}</span>}
    </p>
  );
}
