import { useState } from "react";
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { type Colleague, staffEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { withQuery } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/api/desk-request.ts";
import { RequestFailure } from "../../../../platform/desk/api/request-failure.ts";
import { formatCount } from "../../../../platform/desk/format/format-count.ts";
import { formatClockSeconds, formatDayLong } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { usePerson } from "../../../../platform/desk/session/session.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../../platform/desk/ui/chip.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { InitialsAvatar } from "../../../../platform/desk/ui/initials-avatar.tsx";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import {
  type AuditPage as AuditEntries,
  type AuditEntry,
  auditEndpoints,
  maxNewEntries,
} from "../../contract/audit.ts";
import styles from "./audit.module.css";
import { AuditHead } from "./audit-head.tsx";
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

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const now = useNow();
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = formatDayLong(entry.at, now);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, lines]) => (
    <table key={day} className={styles.table}>
      <caption>{day}</caption>
      <colgroup>
        <col />
        <col />
        <col />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">On</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <AuditLine key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  ));
}

function AuditLine({ line }: { line: AuditEntry }) {
  const isRejected = line.kind === "refused";
  return (
    <tr className={isRejected ? styles.rejected : undefined}>
      <td className={styles.time}>
        <time dateTime={line.at}>{formatClockSeconds(line.at)}</time>
      </td>
      <td className={styles.who}>
        <span>
          {line.staffId !== null && <InitialsAvatar name={line.actor} isSmall />}
          <b>
            <bdi>{line.actor}</bdi>
          </b>
        </span>
      </td>
      <td className={styles.what}>
        {isRejected && (
          <Chip look="late" icon="rejected">
            Refused
          </Chip>
        )}{" "}
        {line.what.replace(/^Refused: /, "")}
      </td>
      <td className={styles.on}>
        <Target target={line.target} />
      </td>
      <td className={styles.from}>{line.from}</td>
    </tr>
  );
}

/** What an entry is about; a message links to its record. */
function Target({ target }: { target: string }) {
  const { permissions } = usePerson();
  if (!isReference(target) || !permissions.includes("inbox-read")) return target;
  return <Link to={`${deskPaths.inbox}/${target}`}>{target}</Link>;
}
