import { Fragment } from "react";
import { Link } from "react-router";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { isoDayOf } from "../../../platform/desk/format/times.ts";
import {
  type RequestCounts,
  type RequestListName,
  requestListNames,
  requestLists,
} from "../contract/desk.ts";
import styles from "./request-list.module.css";
import { readShow, requestPath } from "./request-path.ts";
import { useRequestsPage } from "./requests-context.ts";
import { mondayOf, readWeek } from "./week.ts";

const closed: ReadonlySet<RequestListName> = new Set(["done", "canceled"]);

/** Providers beside the lists, those with the most requests. */
const maxProviders = 8;

interface RequestRailProps {
  /** As in the URL. */
  readonly filter: URLSearchParams;
  readonly counts: RequestCounts | undefined;
}

/** The lists and providers with their counts, where there is room beside the rows. */
export function RequestRail({ filter, counts }: RequestRailProps) {
  const { directory, now } = useRequestsPage();
  const show = readShow(filter);
  const listsOf = (isClosed: boolean) =>
    requestLists
      .filter((one) => closed.has(one) === isClosed)
      .map((one) => {
        const found = counts?.lists[one];
        return {
          name: requestListNames[one],
          to: requestPath(undefined, new URLSearchParams({ show: one })),
          count: found && formatCount(found.count, found.isExact),
          isCurrent: one === show && !filter.has("provider") && !filter.has("week"),
        };
      });
  const providers = (directory?.providers ?? [])
    .filter(({ booked }) => booked > 0)
    .toSorted((a, b) => b.booked - a.booked)
    .slice(0, maxProviders)
    .map(({ id, name, booked }) => ({
      name,
      to: requestPath(undefined, new URLSearchParams({ provider: id })),
      count: String(booked),
      isCurrent: filter.get("provider") === id,
    }));
  const week = readWeek(filter);
  const thisWeek = mondayOf(isoDayOf(now));
  const weeks = [
    {
      name: "Week",
      to: requestPath(undefined, new URLSearchParams({ week: week ?? thisWeek })),
      count: undefined,
      isCurrent: week !== undefined,
    },
  ];
  const groups = [
    ["Open", [...listsOf(false), ...weeks]],
    ["Closed", listsOf(true)],
    ["Providers", providers],
  ] as const;
  return (
    <nav className={styles.rail} aria-label="Lists of requests">
      {groups.map(
        ([label, links]) =>
          links.length > 0 && (
            <Fragment key={label}>
              <h2>{label}</h2>
              <ul>
                {links.map(({ name, to, count, isCurrent }) => (
                  <li key={to}>
                    <Link to={to} aria-current={isCurrent ? "true" : undefined}>
                      <bdi>{name}</bdi>
                      <span>{count}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </Fragment>
          ),
      )}
    </nav>
  );
}
