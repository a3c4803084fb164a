import type { CurrentStaff } from "../../contract/desk/staff.ts";
import { isolate } from "../../contract/isolate.ts";
import { Icon } from "../../site/ui/icon.tsx";
import { formatCount } from "../format/format-count.ts";
import { formatSince } from "../format/times.ts";
import styles from "./email-outage-band.module.css";
import { useEmailOutage } from "./use-email-outage.ts";

/** Admins whom the band names; more would hide the rest. */
const maxNames = 3;

/** Tells staff, on every page, that emails are not being sent. */
export function EmailOutageBand({ person }: { person: CurrentStaff }) {
  const outage = useEmailOutage();
  if (outage === null) return null;
  const { since, waiting, admins } = outage;
  const isAdmin = person.roles.includes("admin");
  return (
    <aside aria-label="Email outage" className={styles.band}>
      {/* Only the heading is announced, and only once: the number below changes every minute. */}
      <p role="alert" className={styles.heading}>
        <Icon name="warning" />
        <span>Emails have not been sent since {formatSince(since, Date.now())}</span>
      </p>
      <p>
        {waiting === 1
          ? "1 email is waiting. It will be sent automatically"
          : `${formatCount(waiting, true)} emails are waiting. They will be sent automatically`}{" "}
        when email works again, so there is no need to send anything twice.
      </p>
      <p>
        Everything else works: new messages arrive, and replies and notes are saved. If something is
        urgent, call.
      </p>
      <p>
        {isAdmin
          ? "Tell the person who runs the server. The command “ops mail” counts what is waiting; the server’s log says why."
          : `Tell an admin${nameAdmins(admins)}.`}
      </p>
    </aside>
  );
}

/** ": Ada Reed or Ben Ito"; nothing if there is no admin. */
function nameAdmins(names: readonly string[]): string {
  if (names.length === 0) return "";
  const list = new Intl.ListFormat("en-US", { type: "disjunction" });
  return `: ${list.format(names.slice(0, maxNames).map(isolate))}`;
}
