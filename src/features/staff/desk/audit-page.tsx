import { Link, type LoaderFunctionArgs, useNavigation, useSearchParams } from "react-router";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { isReference } from "../../../platform/contract/form-engine/reference.ts";
import { failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { useLiveState } from "../../../platform/desk/data/live-channel.ts";
import { preload } from "../../../platform/desk/data/use-data.ts";
import { type Pages, usePages } from "../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { formatClockSeconds, formatDayLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { InitialsAvatar } from "../../../platform/desk/ui/initials-avatar.tsx";
import { Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import {
  type AuditPage as AuditEntries,
  type AuditEntry,
  auditEndpoints,
  auditPageSize,
  auditTopic,
} from "../contract/audit.ts";
import styles from "./audit.module.css";
import { AuditHead } from "./audit-head.tsx";

const auditPages = {
  rowsOf: ({ entries }: AuditEntries) =>
    entries.map((entry) => ({ ...entry, reference: entry.id, version: 0 })),
  topic: auditTopic,
  cursor: "before",
  keepsPlace: true,
} as const;

/** Loads the newest entries that match the filter in the URL. @throws RequestFailure */
export const loadAudit = ({ request }: LoaderFunctionArgs) =>
  preload(withQuery(auditEndpoints.list, new URL(request.url).searchParams));

export function AuditPage() {
  const [search] = useSearchParams();
  const query = search.toString();
  const list = usePages(withQuery(auditEndpoints.list, query), auditPages);
  const { colleagues } = useColleagues();
  const { state } = useNavigation();
  const { isLive } = useLiveState();
  const waiting = list.waiting.length;
  return (
    <Panels className={styles.rows}>
      <div>
        <AuditHead key={query} query={query} colleagues={colleagues} isLive={isLive} />
      </div>
      <Panel className={styles.entries}>
        <p role="status" className="sr">
          {state === "loading" ? "Searching…" : ""}
        </p>
        {waiting > 0 && (
          <Button onClick={() => void list.refresh()}>
            <DeskIcon name="up" />
            {waiting === 1
              ? "1 new entry"
              : `${formatCount(waiting, waiting < auditPageSize)} new entries`}
          </Button>
        )}
        <Entries list={list} />
      </Panel>
    </Panels>
  );
}

function Entries({ list }: { list: Pages<AuditEntries, AuditEntry> }) {
  const { rows: entries = [], hasMore, isLoadingMore, error } = list;
  return (
    <>
      <h2>{describeEntries(entries, hasMore)}</h2>
      {entries.length > 0 && <AuditTable entries={entries} />}
      <FormAlert message={error && failureMessage(error)} />
      <p className={styles.about}>
        Who did what, when and from where. Nothing here can be changed, and no message is ever
        shown.
      </p>
      {hasMore && (
        <div className={styles.end}>
          <span>
            {entries.length === 0
              ? "Only the newest entries were searched."
              : "Older entries are not shown yet."}
          </span>
          <Button
            look="ghost"
            aria-disabled={isLoadingMore || undefined}
            onClick={() => void list.showMore()}
          >
            {isLoadingMore ? "Searching…" : "Older"}
          </Button>
        </div>
      )}
    </>
  );
}

function describeEntries(entries: readonly AuditEntry[], hasMore: boolean): string {
  if (entries.length === 0) {
    return hasMore ? "No matches yet" : "No entries match this filter";
  }
  if (hasMore) return `The newest ${entries.length}`;
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
  const { permissions } = useCurrentStaff();
  if (!isReference(target) || !permissions.includes("inbox-read")) return target;
  return <Link to={`${deskPaths.inbox}/${target}`}>{target}</Link>;
}
