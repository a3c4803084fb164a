import { useState } from "react";
import {
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from "react-router";
import { type Colleague, staffEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { withQuery } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/api/desk-request.ts";
import { RequestFailure } from "../../../../platform/desk/api/request-failure.ts";
import { formatCount } from "../../../../platform/desk/format/format-count.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-parts.tsx";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import {
  type AuditPage as AuditEntries,
  type AuditEntry,
  auditEndpoints,
  maxNewEntries,
} from "../../contract/audit.ts";
import styles from "./audit.module.css";
import { AuditHead } from "./audit-head.tsx";
import { AuditTable } from "./audit-table.tsx";
import { useNewEntries } from "./use-new-entries.ts";

interface AuditData {
  readonly query: string;
  readonly page: AuditEntries;
  readonly colleagues: readonly Colleague[];
}

/** Loads the newest entries that match the filter in the URL. @throws RequestFailure */
export async function loadAudit({ request }: LoaderFunctionArgs): Promise<AuditData> {
  const query = new URL(request.url).searchParams.toString();
  const [page, colleagues] = await Promise.all([
    readEntries(query),
    deskRequest(staffEndpoints.colleagues),
  ]);
  if (!page.ok) throw new RequestFailure(page.error);
  return {
    query,
    page: page.data,
    colleagues: colleagues.ok ? colleagues.data.colleagues : [],
  };
}

function readEntries(query: string, before?: string) {
  const all = new URLSearchParams(query);
  if (before) all.set("before", before);
  return deskRequest(withQuery(auditEndpoints.list, all));
}

export function AuditPage() {
  const { query, page, colleagues } = useLoaderData<AuditData>();
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  const newest = page.entries[0]?.id ?? "";
  const { count, isLive } = useNewEntries(query, newest);
  return (
    <Panels className={styles.rows}>
      <Panel>
        <AuditHead key={query} query={query} colleagues={colleagues} isLive={isLive} />
      </Panel>
      <Panel className={styles.entries}>
        <p role="status" className="sr">
          {state === "loading" ? "Searching…" : ""}
        </p>
        {count > 0 && (
          <Button onClick={() => void revalidate()}>
            <DeskIcon name="up" />
            {count === 1
              ? "1 new entry"
              : `${formatCount(count, count < maxNewEntries)} new entries`}
          </Button>
        )}
        <Entries key={`${query} ${newest}`} query={query} first={page} />
      </Panel>
    </Panels>
  );
}

function Entries({ query, first }: { query: string; first: AuditEntries }) {
  const [older, setOlder] = useState<AuditEntries>({ entries: [], next: first.next });
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const entries = [...first.entries, ...older.entries];
  const { next } = older;

  async function loadOlder(before: string) {
    setIsBusy(true);
    const outcome = await readEntries(query, before);
    setIsBusy(false);
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    if (!outcome.ok) return;
    setOlder({ entries: [...older.entries, ...outcome.data.entries], next: outcome.data.next });
  }

  return (
    <>
      <h2>{describeEntries(entries, next)}</h2>
      {entries.length > 0 && <AuditTable entries={entries} />}
      <FormAlert message={failure} />
      {next !== null && (
        <div className={styles.end}>
          <span>
            {entries.length === 0
              ? "Only the newest entries were searched."
              : "Older entries are not shown yet."}
          </span>
          <Button
            look="ghost"
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && void loadOlder(next)}
          >
            {isBusy ? "Searching…" : "Older"}
          </Button>
        </div>
      )}
    </>
  );
}

function describeEntries(entries: readonly AuditEntry[], next: string | null): string {
  if (entries.length === 0) {
    return next === null ? "No entries match this filter" : "No matches yet";
  }
  if (next !== null) return `The newest ${entries.length}`;
  return entries.length === 1 ? "1 entry" : `${entries.length} entries`;
}
