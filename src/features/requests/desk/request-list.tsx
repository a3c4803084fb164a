import { Fragment } from "react";
import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { failureMessage } from "../../../platform/desk/data/desk-request.ts";
import type { Pages } from "../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { formatClockIn } from "../../../platform/desk/format/market-time.ts";
import { formatDayLong, isoDayOf } from "../../../platform/desk/format/times.ts";
import { PresentStaff } from "../../../platform/desk/record/present-staff.tsx";
import { SearchField } from "../../../platform/desk/record/search-field.tsx";
import { ShowMore } from "../../../platform/desk/record/show-more.tsx";
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
import { helpKindNames, helpKinds, requestLimits } from "../contract/requests.ts";
import { RequestChip } from "./request-chip.tsx";
import styles from "./request-list.module.css";
import {
  filterNames,
  importPage,
  newRequest,
  providersPage,
  readShow,
  requestPath,
} from "./request-path.ts";
import { RequestRail } from "./request-rail.tsx";
import { formatDollars } from "./request-text.ts";
import { useRequestsPage } from "./requests-context.ts";
import { mondayOf, readWeek } from "./week.ts";
import { WeekView } from "./week-view.tsx";

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
  const { rows, error } = list;
  const { mayWork, now } = useRequestsPage();
  const week = readWeek(filter);
  const show = readShow(filter);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(filter);
    if (value === "") next.delete(name);
    else next.set(name, value);
    onFilter(next);
  };
  return (
    <div className={styles.list}>
      <div className={styles.panes}>
        <RequestRail filter={filter} counts={counts} />
        <section aria-labelledby={headingId}>
          <div className={styles.head}>
            <h2 id={headingId}>{heading}</h2>
            {mayWork && (
              <Link to={requestPath(newRequest, filter)} className={buttonClass("solid", true)}>
                <DeskIcon name="plus" />
                Add request
              </Link>
            )}
            <div className={styles.show}>
              <FieldFrame id="requests-show" label="Show" isLabelHidden>
                <select
                  id="requests-show"
                  value={week ? "week" : show}
                  onChange={({ target }) => {
                    const next = new URLSearchParams(filter);
                    next.delete("week");
                    if (target.value === "week") next.set("week", mondayOf(isoDayOf(now)));
                    else next.set("show", target.value);
                    onFilter(next);
                  }}
                >
                  <option value="week">Week</option>
                  {requestLists.map((one) => (
                    <option key={one} value={one}>
                      {requestListNames[one]}
                      {counts &&
                        `, ${formatCount(counts.lists[one].count, counts.lists[one].isExact)}`}
                    </option>
                  ))}
                </select>
              </FieldFrame>
            </div>
            <div className={styles.search}>
              <SearchField
                id="requests-q"
                label="What, who or reference"
                isInline
                q={filter.get("q") ?? ""}
                maxLength={requestLimits.search}
                onSearch={(q) => set("q", q)}
              />
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
          {rows && !week && <Found list={list} filter={filter} />}
          {rows && week && (
            <WeekView
              rows={rows}
              filter={filter}
              week={week}
              today={isoDayOf(now)}
              openId={openId}
            />
          )}
          {rows && !week && rows.length > 0 && <Rows rows={rows} filter={filter} openId={openId} />}
          <div className={styles.foot}>
            <ShowMore list={list} />
            <Link to={requestPath(providersPage, filter)} className={buttonClass("ghost", true)}>
              <DeskIcon name="people" />
              Providers
            </Link>
            {mayWork && (
              <Link to={requestPath(importPage, filter)} className={buttonClass("ghost", true)}>
                Import a CSV
              </Link>
            )}
          </div>
        </section>
      </div>
    </div>
  );
}

/** Above the rows of a search that found something else than asked; or why there are none. */
function Found({ list, filter }: Pick<RequestListProps, "list" | "filter">) {
  const q = filter.get("q");
  const search = list.first?.search;
  if (list.rows && list.rows.length > 0) {
    if (search?.isSimilar) {
      return <p className={styles.foot}>Nothing is called “{q}”. These names are similar.</p>;
    }
    if (search?.isOutsideFilters) {
      return <p className={styles.foot}>Found in another list or without your filters.</p>;
    }
    return null;
  }
  const others = search?.withoutFilters;
  return (
    <div className={styles.foot}>
      <p>
        {q ? `No request in this list matches “${q}”.` : "No requests here."}{" "}
        {filterNames.some((name) => filter.has(name)) && "Remove a filter."}
      </p>
      {q && (
        <>
          {others && others.count > 0 && (
            <p>
              {formatCount(others.count, others.isExact)} in other lists or without your filters.
            </p>
          )}
          <Link
            to={`${deskPaths.search}?${new URLSearchParams({ q })}`}
            className={buttonClass("ghost", true)}
          >
            Search everywhere
          </Link>
        </>
      )}
    </div>
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
                <span className="sr">{day} </span>
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
