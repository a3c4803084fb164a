import { type RefObject, useRef, useState } from "react";
import { Link } from "react-router";
import { withQuery } from "../../../platform/contract/endpoints/define-endpoint.ts";
import { useDownload } from "../../../platform/desk/api/use-download.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { formatShort } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { FoundElsewhereLinks } from "../../../platform/desk/lists/search-facts.tsx";
import { Button, buttonClass } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-parts.tsx";
import { Panel } from "../../../platform/desk/ui/panel.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import {
  exportEveryone,
  newsletterEndpoints,
  type ReaderCounts,
  type ReaderFilter,
  type ReaderPage,
  type ReaderRow,
  readersPerPage,
} from "../contract/newsletter-desk.ts";
import { readerStateNames } from "../contract/reader-states.ts";
import pageStyles from "./newsletter.module.css";
import { listQuery, newsletterPath, readFilter } from "./newsletter-query.ts";
import { ReaderFilters } from "./reader-filters.tsx";
import styles from "./reader-list.module.css";
import { countReaders, describeHow } from "./reader-text.ts";
import { StateChip } from "./state-chip.tsx";
import type { Task } from "./task.ts";

interface ReaderListProps {
  readonly list: ReaderPage;
  readonly counts: ReaderCounts;
  readonly query: URLSearchParams;
  readonly openId: string | undefined;
  readonly rows: RefObject<HTMLDivElement | null>;
  readonly onTask: (task: Task) => void;
}

/** The addresses, newest change first, with their filters. */
export function ReaderList({ list, counts, query, openId, rows, onTask }: ReaderListProps) {
  const filter = readFilter(query);
  return (
    <Panel labelledBy="readers" className={pageStyles.list}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 id="readers">{describeList(list, counts, filter)}</h2>
          <ListTasks query={query} onTask={onTask} />
        </div>
        <ReaderFilters key={query.get("q")} filter={filter} counts={counts} query={query} />
      </div>
      <div ref={rows}>
        {list.readers.length > 0 ? (
          <ReaderTable readers={list.readers} query={query} openId={openId} />
        ) : (
          <div className={styles.empty}>
            <p>
              {list.next === null
                ? "No addresses match this filter."
                : "No matches among the addresses searched so far."}
            </p>
            {filter.q && (
              <FoundElsewhereLinks
                words={filter.q}
                withoutFilters={list.withoutFilters}
                toAll={newsletterPath(new URLSearchParams(), { q: filter.q })}
                elsewhere={list.elsewhere}
              />
            )}
          </div>
        )}
      </div>
      <Pager list={list} query={query} />
    </Panel>
  );
}

function describeList(
  { count, isCountExact }: ReaderPage,
  counts: ReaderCounts,
  { state, source, page, q }: ReaderFilter,
): string {
  if (!state && !source && !page && !q) return countReaders(counts.readers);
  const shown = formatCount(count, isCountExact);
  if (q || !state) return `${shown} found`;
  return state === "reader" && !source && !page
    ? countReaders(counts.readers)
    : `${shown} ${state === "spam" ? "look like spam" : readerStateNames[state].toLowerCase()}`;
}

function ListTasks({ query, onTask }: Pick<ReaderListProps, "query" | "onTask">) {
  const file = useRef<HTMLInputElement>(null);
  const { failure, download } = useDownload();

  const [everyone, setEveryone] = useState(false);
  const { state } = readFilter(query);

  function save(format: "csv" | "ndjson") {
    const all = listQuery(query);
    all.delete("after");
    all.set("format", format);
    if (everyone) all.set(exportEveryone, "1");
    void download(withQuery(newsletterEndpoints.export, all), `newsletter.${format}`);
  }

  return (
    <div className={styles.tasks}>
      <Button isSmall onClick={() => onTask({ kind: "add" })}>
        <DeskIcon name="plus" />
        Add one
      </Button>
      <Button look="ghost" isSmall onClick={() => file.current?.click()}>
        <DeskIcon name="up" />
        Import
      </Button>
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xls,.numbers,text/csv,text/plain"
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onTask({ kind: "import", file: chosen });
          // Allows the same file to be chosen again.
          target.value = "";
        }}
      />
      {(["csv", "ndjson"] as const).map((format) => (
        <Button key={format} look="ghost" isSmall onClick={() => save(format)}>
          <Icon name="download" />
          {format.toUpperCase()}
          <span className="sr"> of this list</span>
        </Button>
      ))}
      {!state && (
        <label className={styles.everyone}>
          <input
            type="checkbox"
            checked={everyone}
            onChange={({ target }) => setEveryone(target.checked)}
          />
          Include unsubscribed and unconfirmed addresses
        </label>
      )}
      <FormAlert message={failure} />
    </div>
  );
}

interface ReaderTableProps {
  readonly readers: readonly ReaderRow[];
  readonly query: URLSearchParams;
  readonly openId: string | undefined;
}

function ReaderTable({ readers, query, openId }: ReaderTableProps) {
  const now = useNow();
  return (
    <table className={styles.table}>
      <caption className="sr">
        {query.get("q")
          ? "Addresses found, in alphabetical order"
          : "Addresses, newest change first"}
      </caption>
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">State</th>
          <th scope="col">Since</th>
          <th scope="col">Where</th>
        </tr>
      </thead>
      <tbody>
        {readers.map((row) => (
          <tr key={row.id} aria-current={row.id === openId || undefined}>
            <th scope="row">
              <Link to={newsletterPath(query, {}, row.id)} data-reference={row.id}>
                {row.email}
              </Link>
            </th>
            <td>
              <StateChip state={row.state} />
            </td>
            <td className={styles.since}>
              <time dateTime={row.since}>{formatShort(row.since, now)}</time>
            </td>
            <td className={styles.where}>{describeHow(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pager({ list, query }: Pick<ReaderListProps, "list" | "query">) {
  const { readers, next, count, isCountExact } = list;
  const start = Math.max(1, Number(query.get("start")) || 1);
  const isFirst = !query.get("after");
  if (isFirst && next === null) return null;
  const end = start + readers.length - 1;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span>
        {readers.length > 0 && `${start.toLocaleString("en-US")} to ${end.toLocaleString("en-US")}`}
        {isFirst && ` of ${formatCount(count, isCountExact)}`}
      </span>
      <span className={styles.pages}>
        {!isFirst && (
          <Link
            to={newsletterPath(query, { after: "", start: "" })}
            className={buttonClass("ghost", true)}
          >
            First page
          </Link>
        )}
        {next !== null && (
          <Link
            to={newsletterPath(query, { after: next, start: String(end + 1) })}
            className={buttonClass("ghost", true)}
          >
            Next {readersPerPage}
            <Icon name="arrow" />
          </Link>
        )}
      </span>
    </nav>
  );
}
