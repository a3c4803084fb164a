import { type RefObject, useRef, useState } from "react";
import { Link } from "react-router";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { useDownload } from "../../../platform/desk/data/use-download.ts";
import { useTargetSearch } from "../../../platform/desk/data/use-target-search.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { formatShort } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { FilterSheet } from "../../../platform/desk/record/filter-sheet.tsx";
import { ListBar } from "../../../platform/desk/record/list-bar.tsx";
import { FoundElsewhereLinks } from "../../../platform/desk/record/search-facts.tsx";
import { Button, buttonClass } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { Panel } from "../../../platform/desk/ui/panel.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import {
  exportEveryone,
  newsletterEndpoints,
  type SubscriberCounts,
  type SubscriberFilter,
  type SubscriberPage,
  type SubscriberRow,
  subscribersPerPage,
} from "../contract/newsletter-desk.ts";
import { subscriberStateNames } from "../contract/subscriber-states.ts";
import pageStyles from "./newsletter.module.css";
import { listQuery, newsletterPath, readFilter } from "./newsletter-query.ts";
import { StateChip } from "./state-chip.tsx";
import { SubscriberFilters, SubscriberSearch } from "./subscriber-filters.tsx";
import styles from "./subscriber-list.module.css";
import { countSubscribers, describeHow } from "./subscriber-text.ts";
import type { Task } from "./task.ts";

interface SubscriberListProps {
  readonly list: SubscriberPage;
  readonly counts: SubscriberCounts;
  readonly query: URLSearchParams;
  readonly openId: string | undefined;
  readonly rows: RefObject<HTMLDivElement | null>;
  readonly onTask: (task: Task) => void;
}

/** The addresses, newest change first, with their filters. */
export function SubscriberList({ list, counts, query, openId, rows, onTask }: SubscriberListProps) {
  const target = new URLSearchParams(useTargetSearch());
  const [filter, chosen] = [readFilter(query), readFilter(target)];
  return (
    <Panel labelledBy="subscribers" className={pageStyles.list}>
      <ListBar>
        <h2 id="subscribers">{describeList(list, counts, filter)}</h2>
        <SubscriberSearch key={target.get("q")} filter={chosen} query={target} />
        <FilterSheet
          count={[filter.state, filter.source ?? filter.page].filter(Boolean).length}
          done={`Show ${describeList(list, counts, filter)}`}
        >
          <SubscriberFilters filter={chosen} counts={counts} query={target} />
        </FilterSheet>
        <NewSubscribers onTask={onTask} />
      </ListBar>
      <div ref={rows}>
        {list.subscribers.length > 0 ? (
          <SubscriberTable subscribers={list.subscribers} query={query} openId={openId} />
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
      <Exports query={query} />
    </Panel>
  );
}

function describeList(
  { count, isCountExact }: SubscriberPage,
  counts: SubscriberCounts,
  { state, source, page, q }: SubscriberFilter,
): string {
  if (!state && !source && !page && !q) return countSubscribers(counts.subscribers);
  const shown = formatCount(count, isCountExact);
  if (q || !state) return `${shown} found`;
  return state === "reader" && !source && !page
    ? countSubscribers(counts.subscribers)
    : `${shown} ${state === "spam" ? "look like spam" : subscriberStateNames[state].toLowerCase()}`;
}

function NewSubscribers({ onTask }: Pick<SubscriberListProps, "onTask">) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
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
    </>
  );
}

function Exports({ query }: { readonly query: URLSearchParams }) {
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
    <div className={styles.exports}>
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

interface SubscriberTableProps {
  readonly subscribers: readonly SubscriberRow[];
  readonly query: URLSearchParams;
  readonly openId: string | undefined;
}

function SubscriberTable({ subscribers, query, openId }: SubscriberTableProps) {
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
        {subscribers.map((row) => (
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

function Pager({ list, query }: Pick<SubscriberListProps, "list" | "query">) {
  const { subscribers, next, count, isCountExact } = list;
  const start = Math.max(1, Number(query.get("start")) || 1);
  const isFirst = !query.get("after");
  if (isFirst && next === null) return null;
  const end = start + subscribers.length - 1;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span>
        {subscribers.length > 0 &&
          `${start.toLocaleString("en-US")} to ${end.toLocaleString("en-US")}`}
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
            Next {subscribersPerPage}
            <Icon name="arrow" />
          </Link>
        )}
      </span>
    </nav>
  );
}
