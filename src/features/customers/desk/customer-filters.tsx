import { Link } from "react-router";
import type { SavedView } from "../../../platform/contract/desk/saved-views.ts";
import type { FoundCount } from "../../../platform/contract/desk/search.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { SavedViews, type ViewedList } from "../../../platform/desk/record/saved-views.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { inboxLimits } from "../../messages/contract/inbox.ts";
import {
  type CustomerCounts,
  type CustomerFilter,
  customerEndpoints,
} from "../contract/customers.ts";
import styles from "./customer-filters.module.css";
import { customersPath, formatFilter, isPlain, readFilter } from "./customer-query.ts";

/** Id of the filters, for the button that opens them in small windows. */
export const filtersId = "customer-filters";

const list: ViewedList = {
  saveView: customerEndpoints.saveView,
  removeView: customerEndpoints.removeView,
  staying: "its customers stay",
  maxName: inboxLimits.viewName,
  pathOf: customersPath,
};

interface CustomerFiltersProps {
  readonly counts: CustomerCounts;
  readonly views: readonly SavedView[];
  readonly filter: CustomerFilter;
  /** "15": what the list shows. */
  readonly shown: string;
  readonly announce: (sentence: string) => void;
  readonly renew: () => Promise<void>;
}

/** All filters, as links, so that each view has a URL; in small windows they open from the side. */
export function CustomerFilters(props: CustomerFiltersProps) {
  const { filter, counts, shown, announce, renew } = props;
  const { sort, q } = filter;
  const { payment, email, login, messages } = counts.filters;
  const views = props.views.map((view) => ({
    ...view,
    query: formatFilter(readFilter(new URLSearchParams(view.query))),
  }));
  const groups: readonly (readonly [string, readonly FilterLinkProps[]])[] = [
    [
      "Customers",
      [
        {
          label: "All customers",
          to: { sort },
          isOn: isPlain({ ...filter, q: undefined }),
          count: counts.all,
        },
        toggle(filter, "messages", "open", "Open message", messages.open),
        toggle(filter, "login", "locked", "Locked", login.locked),
      ],
    ],
    [
      "Payment profile",
      [
        toggle(filter, "payment", "incomplete", "Incomplete", payment.incomplete),
        toggle(filter, "payment", "complete", "Complete", payment.complete),
      ],
    ],
    [
      "Email",
      [
        toggle(filter, "email", "unconfirmed", "Not confirmed", email.unconfirmed),
        toggle(filter, "email", "confirmed", "Confirmed", email.confirmed),
      ],
    ],
    [
      "State",
      Object.entries(counts.states).map(([state, count]) =>
        toggle(filter, "state", state, state, count),
      ),
    ],
  ];
  return (
    <nav id={filtersId} popover="auto" className={styles.panel} aria-label="Filters">
      <div className={styles.groups}>
        {groups.map(([heading, links]) =>
          links.length === 0 ? null : (
            <section key={heading}>
              <h2>{heading}</h2>
              <ul>
                {links.map((link) => (
                  <li key={link.label}>
                    <FilterLink {...link} to={{ ...link.to, q }} />
                  </li>
                ))}
              </ul>
            </section>
          ),
        )}
        <SavedViews
          list={list}
          views={views}
          query={isPlain(filter) ? "" : formatFilter(filter)}
          announce={announce}
          renew={renew}
        />
      </div>
      <div className={styles.close}>
        <Button popoverTarget={filtersId} popoverTargetAction="hide">
          Show {shown}
        </Button>
      </div>
    </nav>
  );
}

interface FilterLinkProps {
  readonly label: string;
  readonly to: CustomerFilter;
  readonly isOn: boolean;
  readonly count: FoundCount;
}

/** A filter's value; choosing it again removes it. */
function toggle<Name extends keyof CustomerFilter>(
  filter: CustomerFilter,
  name: Name,
  value: CustomerFilter[Name],
  label: string,
  count: FoundCount,
): FilterLinkProps {
  const isOn = filter[name] === value;
  return { label, to: { ...filter, [name]: isOn ? undefined : value }, isOn, count };
}

function FilterLink({ label, to, isOn, count }: FilterLinkProps) {
  return (
    <Link
      to={customersPath(formatFilter(to))}
      className={styles.link}
      aria-current={isOn || undefined}
    >
      {label}
      <b>{formatCount(count.count, count.isExact)}</b>
    </Link>
  );
}
