import { Fragment } from "react";
import { Link } from "react-router";
import { failureMessage } from "../../../platform/desk/data/desk-request.ts";
import type { Pages } from "../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { formatDayLong } from "../../../platform/desk/format/times.ts";
import { PresentStaff } from "../../../platform/desk/record/present-staff.tsx";
import { Button, buttonClass } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { Disclosure } from "../../../platform/desk/ui/disclosure.tsx";
import { FieldFrame } from "../../../platform/desk/ui/field.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import {
  type RequestCounts,
  type RequestPage,
  type RequestRow,
  requestListNames,
  requestLists,
  requestsTopic,
} from "../contract/desk.ts";
import { helpKindNames, helpKinds } from "../contract/requests.ts";
import { RequestChip } from "./request-chip.tsx";
import styles from "./request-list.module.css";
import { filterNames, newRequest, providersPage, readShow, requestPath } from "./request-path.ts";
import { formatClockIn, formatDollars } from "./request-text.ts";
import { useRequestsPage } from "./requests-context.ts";

interface RequestListProps {
  /** As in the URL. */
  readonly filter: URLSearchParams;
  readonly list: Pages<RequestPage, RequestRow>;
  readonly counts: RequestCounts | undefined;
  readonly heading: string;
  readonly openId: string | undefined;
  readonly onFilter: (filter: URLSearchParams) => void;
}

const headingId = "request-list";

export function RequestList(props: RequestListProps) {
  const { filter, list, counts, heading, openId, onFilter } = props;
  const { rows, error, hasMore, isLoadingMore } = list;
  const { mayWork } = useRequestsPage();
  const show = readShow(filter);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(filter);
    if (value === "") next.delete(name);
    else next.set(name, value);
    onFilter(next);
  };
  return (
    <section aria-labelledby={headingId} className={styles.list}>
      <div className={styles.head}>
        <h2 id={headingId}>{heading}</h2>
        <div className={styles.tasks}>
          <FieldFrame id="requests-show" label="Show" isLabelHidden>
            <select
              id="requests-show"
              value={show}
              onChange={({ target }) => set("show", target.value)}
            >
              {requestLists.map((one) => (
                <option key={one} value={one}>
                  {requestListNames[one]}
                  {counts && `, ${formatCount(counts.lists[one].count, counts.lists[one].isExact)}`}
                </option>
              ))}
            </select>
          </FieldFrame>
          {mayWork && (
            <Link to={requestPath(newRequest, filter)} className={buttonClass("solid", true)}>
              <DeskIcon name="plus" />
              Add request
            </Link>
          )}
        </div>
        <Filters filter={filter} onSet={set} />
      </div>
      {error && (
        <div className={styles.foot}>
          <FormAlert message={failureMessage(error)} />
          <Button look="ghost" isSmall onClick={() => void list.reload()}>
            Try again
          </Button>
        </div>
      )}
      {!rows && !error && <p className={styles.foot}>Loading requests…</p>}
      {rows?.length === 0 && (
        <p className={styles.foot}>
          No requests here. {filterNames.some((name) => filter.has(name)) && "Remove a filter."}
        </p>
      )}
      {rows && rows.length > 0 && <Rows rows={rows} filter={filter} openId={openId} />}
      <div className={styles.foot}>
        {hasMore && (
          <Button
            look="ghost"
            aria-disabled={isLoadingMore || undefined}
            onClick={() => void list.showMore()}
          >
            {isLoadingMore ? "Loading…" : "Show more"}
          </Button>
        )}
        <Link to={requestPath(providersPage, filter)} className={buttonClass("ghost", true)}>
          <DeskIcon name="people" />
          Providers
        </Link>
      </div>
    </section>
  );
}

interface FiltersProps {
  readonly filter: URLSearchParams;
  readonly onSet: (name: string, value: string) => void;
}

function Filters({ filter, onSet }: FiltersProps) {
  const { directory } = useRequestsPage();
  const used = filterNames.filter((name) => filter.has(name)).length;
  const markets = new Set(directory?.providers.flatMap((one) => one.markets));
  const market = filter.get("market");
  if (market) markets.add(market);
  const choices = {
    provider: (directory?.providers ?? []).map(({ id, name }) => [id, name] as const),
    kind: helpKindNames.map((name) => [name, helpKinds[name]] as const),
    market: [...markets].sort().map((one) => [one, `ZIP codes ${one}…`] as const),
  };
  const labels = { provider: "Provider", kind: "Kind of help", market: "Market" } as const;
  return (
    <Disclosure label={used === 0 ? "Filters" : `Filters, ${used} on`} className={styles.filters}>
      <div className={styles.fields}>
        {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
          <FieldFrame key={name} id={`requests-${name}`} label={labels[name]}>
            <select
              id={`requests-${name}`}
              value={filter.get(name) ?? ""}
              onChange={({ target }) => onSet(name, target.value)}
            >
              <option value="">All</option>
              {choices[name].map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </FieldFrame>
        ))}
        <FieldFrame id="requests-day" label="Day">
          <input
            id="requests-day"
            type="date"
            value={filter.get("day") ?? ""}
            onChange={({ target }) => onSet("day", target.value)}
          />
        </FieldFrame>
      </div>
    </Disclosure>
  );
}

interface RowsProps {
  readonly rows: readonly RequestRow[];
  readonly filter: URLSearchParams;
  readonly openId: string | undefined;
}

/** The rows under their days. */
function Rows({ rows, filter, openId }: RowsProps) {
  const page = useRequestsPage();
  const { now } = page;
  const dayOf = ({ at }: RequestRow) => (at === null ? "Date pending" : formatDayLong(at, now));
  const groups = Map.groupBy(rows, dayOf);
  return [...groups].map(([day, inDay]) => (
    <Fragment key={day}>
      <h3 className={styles.day}>
        {day} <span>{inDay.length}</span>
      </h3>
      <ul>
        {inDay.map((row) => (
          <li key={row.reference}>
            <Link
              to={requestPath(row.reference, filter)}
              className={row.isLate ? `${styles.row} ${styles.late}` : styles.row}
              aria-current={row.reference === openId ? "true" : undefined}
            >
              <span className={styles.time}>
                {row.at !== null && formatClockIn(row.at, row.timeZone)}
              </span>
              <b>
                <bdi>{row.title}</bdi>
              </b>
              <span className={styles.state}>
                <PresentStaff topic={requestsTopic} reference={row.reference} page={page} />
                <RequestChip row={row} />
              </span>
              <span className={styles.who}>
                <bdi>{row.customer}</bdi>
                {row.city && `, ${row.city}`}
              </span>
              <span className={styles.provider}>
                <bdi>{row.provider || "No provider yet"}</bdi>
                {row.price !== null && `, ${formatDollars(row.price)}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}
