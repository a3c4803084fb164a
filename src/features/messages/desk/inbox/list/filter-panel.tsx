import { Link } from "react-router";
import { maxCount } from "../../../../../platform/contract/desk/max-count.ts";
import { platform } from "../../../../../platform/contract/form-engine/fields.ts";
import { formatCount } from "../../../../../platform/desk/format/format-count.ts";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import {
  type CaseCounts,
  type CaseFilter,
  caseSorts,
  caseStatuses,
  inboxForms,
  otherStatusNames,
  sortNames,
  sortOf,
  statusNames,
} from "../../../contract/inbox.ts";
import { assignable } from "../assignable.ts";
import { casePath } from "../case-path.ts";
import { formColor } from "../form-color.ts";
import { filtersId } from "../ids.ts";
import { useInbox } from "../inbox-context.ts";
import { DateFilter } from "./date-filter.tsx";
import styles from "./filter-panel.module.css";
import { formatFilter, loudStatuses, toggleFilter } from "./filter-query.ts";
import { InboxViews } from "./inbox-views.tsx";
import type { Counts } from "./use-counts.ts";

/** Tags in the panel: those with the most open cases. */
const maxTags = 12;

interface FilterPanelProps {
  readonly filter: CaseFilter;
  readonly onFilter: (filter: CaseFilter) => void;
  readonly counted: Counts;
  /** "15": what the list shows. */
  readonly shown: string;
}

/** All filters, as links, so that each view has a URL; in small windows they open from the side. */
export function FilterPanel({ filter, onFilter, counted, shown }: FilterPanelProps) {
  const { counts } = counted;
  return (
    <nav id={filtersId} popover="auto" className={styles.panel} aria-label="Filters">
      <div className={styles.groups}>
        <InboxViews filter={filter} counted={counted} />
        <FormFilters filter={filter} counts={counts} />
        <StatusFilters filter={filter} counts={counts} />
        <AssigneeFilters filter={filter} counts={counts} />
        <FilterGroup heading="Platform">
          {platform.options.map((app) => (
            <FilterLink
              key={app}
              to={toggleFilter(filter, "platform", app)}
              isOn={filter.platform === app}
              label={app}
              count={counts?.platforms[app]}
            />
          ))}
        </FilterGroup>
        <TagFilters filter={filter} counts={counts} />
        <DateFilter filter={filter} onFilter={onFilter} />
        <SortChoices filter={filter} />
      </div>
      <div className={styles.close}>
        <Button popoverTarget={filtersId} popoverTargetAction="hide">
          Show {shown}
        </Button>
      </div>
    </nav>
  );
}

interface GroupProps {
  readonly filter: CaseFilter;
  readonly counts: CaseCounts | undefined;
}

function FormFilters({ filter, counts }: GroupProps) {
  return (
    <FilterGroup heading="Forms">
      <FilterLink
        to={{ ...filter, form: undefined }}
        isOn={filter.form === undefined}
        label="All forms"
        count={counts?.open}
        color={formColor("")}
      />
      {Object.entries(inboxForms).map(([form, label]) => (
        <FilterLink
          key={form}
          to={toggleFilter(filter, "form", form)}
          isOn={filter.form === form}
          label={label}
          count={counts?.forms[form]}
          color={formColor(form)}
        />
      ))}
    </FilterGroup>
  );
}

function StatusFilters({ filter, counts }: GroupProps) {
  const names = { ...statusNames, ...otherStatusNames };
  // Without a search, the list without a status is that of the open ones.
  const open = filter.q || filter.status === "open" ? (["open"] as const) : [];
  const shown = [
    ...open,
    ...caseStatuses,
    "overdue",
    "snoozed",
    "undelivered",
    "spam",
    "all",
  ] as const;
  const countOf = (status: (typeof shown)[number]) => {
    if (status === "all") return undefined;
    return status === "open" || status === "overdue" ? counts?.[status] : counts?.statuses[status];
  };
  return (
    <FilterGroup heading="Status">
      {shown.map((status) => (
        <FilterLink
          key={status}
          to={toggleFilter(filter, "status", status)}
          isOn={filter.status === status}
          label={names[status]}
          count={countOf(status)}
          isLoud={loudStatuses.includes(status) && (countOf(status) ?? 0) > 0}
        />
      ))}
    </FilterGroup>
  );
}

function AssigneeFilters({ filter, counts }: GroupProps) {
  const { colleagues, person, nameOf } = useInbox();
  const others = assignable(colleagues)
    .map(({ id }) => id)
    .filter((id) => id !== person.id);
  return (
    <FilterGroup heading="Assigned to">
      {["me", "nobody", ...others].map((id) => (
        <FilterLink
          key={id}
          to={toggleFilter(filter, "assignee", id)}
          isOn={filter.assignee === id}
          label={id === "me" ? "Me" : id === "nobody" ? "Unassigned" : nameOf(id)}
          count={counts && (counts.assignees[id] ?? 0)}
        />
      ))}
    </FilterGroup>
  );
}

function TagFilters({ filter, counts }: GroupProps) {
  const known = Object.entries(counts?.tags ?? {})
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxTags);
  const tags =
    filter.tag === undefined || known.some(([tag]) => tag === filter.tag)
      ? known
      : [...known, [filter.tag, undefined] as const];
  if (tags.length === 0) return null;
  return (
    <FilterGroup heading="Tags">
      {tags.map(([tag, count]) => (
        <FilterLink
          key={tag}
          to={toggleFilter(filter, "tag", tag)}
          isOn={filter.tag === tag}
          label={tag}
          count={count}
        />
      ))}
    </FilterGroup>
  );
}

function SortChoices({ filter }: { filter: CaseFilter }) {
  const sort = sortOf(filter);
  return (
    <FilterGroup heading="Order">
      {caseSorts.map((one) => (
        <FilterLink
          key={one}
          to={{ ...filter, sort: one }}
          isOn={sort === one}
          label={sortNames[one]}
          count={undefined}
        />
      ))}
    </FilterGroup>
  );
}

function FilterGroup({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <>
      <h2>{heading}</h2>
      <ul>{children}</ul>
    </>
  );
}

interface FilterLinkProps {
  readonly to: CaseFilter;
  readonly isOn: boolean;
  readonly label: string;
  readonly count: number | undefined;
  /** Class name of a form's color. */
  readonly color?: string;
  readonly isLoud?: boolean;
}

function FilterLink({ to, isOn, label, count, color = "", isLoud = false }: FilterLinkProps) {
  return (
    <li>
      <Link
        to={casePath(undefined, formatFilter(to))}
        className={`${styles.link} ${color}`}
        aria-current={isOn || undefined}
      >
        <span>{label}</span>
        {count !== undefined && (
          <b className={isLoud ? styles.loud : undefined}>{formatCount(count, count < maxCount)}</b>
        )}
      </Link>
    </li>
  );
}
