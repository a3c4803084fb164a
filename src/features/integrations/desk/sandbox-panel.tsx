import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { formatDayInYear, formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import tableStyles from "../../../platform/desk/settings/stack-table.module.css";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import {
  apiTokenEndpoints,
  type Sandbox,
  type SandboxRecord,
  sandboxDays,
} from "../contract/api-tokens.ts";
import styles from "./api-tokens.module.css";

const kinds: Readonly<Record<SandboxRecord["kind"], string>> = {
  account: "Customer",
  case: "Message",
  provider: "Provider",
  request: "Request",
  subscriber: "Newsletter subscriber",
};

interface SandboxPanelProps {
  readonly sandbox: Sandbox;
  readonly onEmptied: () => void;
}

/** What test tokens wrote, apart from everything else. */
export function SandboxPanel({ sandbox, onEmptied }: SandboxPanelProps) {
  const { records, emptiesAt, hasMore } = sandbox;
  const now = useNow();
  return (
    <section aria-labelledby="sandbox" className={styles.make}>
      <h2 id="sandbox">Sandbox</h2>
      <p className={styles.lead}>
        Test tokens read and write only here. Nothing in it is real: no one is notified, and it is
        emptied {sandboxDays} days after its first record
        {emptiesAt ? `, on ${formatDayInYear(emptiesAt, now)}` : ""}.
      </p>
      {records.length === 0 ? (
        <p className={styles.hint}>The sandbox is empty.</p>
      ) : (
        <>
          <table className={tableStyles.table}>
            <caption className="sr">Records in the sandbox</caption>
            <thead>
              <tr>
                <th scope="col">Record</th>
                <th scope="col">Kind</th>
                <th scope="col">Details</th>
                <th scope="col">Last change</th>
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <tr key={`${record.kind} ${record.id}`}>
                  <th scope="row">
                    {record.title || "Without a title"}
                    <span className={`${styles.made} exact`}>{record.id}</span>
                  </th>
                  <td data-label="Kind">{kinds[record.kind]}</td>
                  <td data-label="Details">{record.status}</td>
                  <td data-label="Last change">{formatLong(record.changedAt, now)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {hasMore && <p className={styles.hint}>Only the newest of each kind are listed.</p>}
          <p className={styles.hint}>
            <AskButton
              label="Empty the sandbox"
              heading="Empty the sandbox?"
              text="Everything that test tokens wrote is deleted. Tokens and webhooks stay."
              send={() => deskRequest(apiTokenEndpoints.emptySandbox)}
              onDone={onEmptied}
            />
          </p>
        </>
      )}
    </section>
  );
}
