import { useId } from "react";
import { FilterSheet } from "../../../platform/desk/record/filter-sheet.tsx";
import { ListBar } from "../../../platform/desk/record/list-bar.tsx";
import { SearchField } from "../../../platform/desk/record/search-field.tsx";
import { FieldFrame } from "../../../platform/desk/ui/field.tsx";
import { LiveMark } from "../../../platform/desk/ui/live-mark.tsx";
import {
  type ApplicationCounts,
  type ApplicationFilter,
  applicationAges,
  applicationLimits,
  applicationSorts,
  applicationStatusNames,
  trackLabels,
} from "../contract/applications.ts";
import { sourceName } from "../contract/funnel.ts";
import { marketName } from "../contract/markets.ts";
import { applicantContactDays, sentStatuses } from "../contract/stages.ts";
import { countFilters, type View } from "./application-query.ts";
import styles from "./head.module.css";

const views = { board: "Board", list: "List" } as const satisfies Record<View, string>;

interface ApplicationHeadProps {
  readonly view: View;
  readonly filter: ApplicationFilter;
  readonly counts: ApplicationCounts | undefined;
  /** "14 open": what is shown. */
  readonly shown: string;
  readonly onFilter: (filter: ApplicationFilter, isTyping?: boolean) => void;
  readonly onView: (view: View) => void;
}

/** What is shown and how. */
export function ApplicationHead(props: ApplicationHeadProps) {
  const { view, filter, shown, onFilter, onView } = props;
  return (
    <ListBar>
      <h2>Applications</h2>
      <LiveMark />
      <SearchField
        id="application-search"
        label="Find in list"
        isInline
        q={filter.q ?? ""}
        maxLength={applicationLimits.search}
        onSearch={(words) =>
          // A search covers every status, unless one was chosen.
          onFilter(
            words
              ? { ...filter, q: words, status: filter.status ?? "all" }
              : { ...filter, q: undefined, status: undefined },
            true,
          )
        }
      />
      <fieldset className={styles.views} aria-label="Show as">
        {(Object.keys(views) as View[]).map((one) => (
          <label key={one}>
            <input type="radio" name="as" checked={one === view} onChange={() => onView(one)} />
            <span>{views[one]}</span>
          </label>
        ))}
      </fieldset>
      <FilterSheet count={countFilters(filter)} done={`Show ${shown}`}>
        <Filters {...props} />
      </FilterSheet>
    </ListBar>
  );
}

function Filters({ view, filter, counts, onFilter }: ApplicationHeadProps) {
  const set = (name: keyof ApplicationFilter) => (value: string) =>
    onFilter({ ...filter, [name]: value || undefined });
  const named = (values: readonly string[], nameOf: (value: string) => string) =>
    values
      .map((value) => [value, nameOf(value)] as const)
      .sort(([, a], [, b]) => a.localeCompare(b, "en-US"));
  const withChosen = (values: readonly string[] = [], chosen: string | undefined) =>
    chosen === undefined || values.includes(chosen) ? values : [...values, chosen];
  return (
    <>
      <Choice
        label="Track"
        value={filter.track}
        all={Object.values(trackLabels).join(" and ")}
        options={Object.entries(trackLabels)}
        onChange={set("track")}
      />
      <Choice
        label="Market"
        value={filter.market}
        all="All markets"
        options={named(withChosen(counts?.markets, filter.market), marketName)}
        onChange={set("market")}
      />
      <Choice
        label="Source"
        value={filter.source}
        all="All sources"
        options={named(withChosen(counts?.sources, filter.source), sourceName)}
        onChange={set("source")}
      />
      <Choice
        label="Age"
        value={filter.age}
        all="Any age"
        options={applicationAges.map((age) => [age, `Over ${age} days`])}
        onChange={set("age")}
      />
      <Choice
        label="People"
        value={filter.duplicates}
        all="Everyone"
        options={[["yes", "Seen before"]]}
        onChange={set("duplicates")}
      />
      <Choice
        label="Messages"
        value={filter.waiting}
        all="Any"
        options={[["yes", "Waiting for us"]]}
        onChange={set("waiting")}
      />
      <Choice
        label="Contact"
        value={filter.contact}
        all="Any"
        options={[["late", `None for ${applicantContactDays} working days`]]}
        onChange={set("contact")}
      />
      {view === "list" && (
        <Choice
          label="Status"
          value={filter.status}
          all="All open"
          options={[
            ...sentStatuses.map((status) => [status, applicationStatusNames[status]] as const),
            ["all", "Any status"],
          ]}
          onChange={set("status")}
        />
      )}
      <Choice
        label="Sort"
        value={filter.sort}
        all={applicationSorts.newest}
        options={[["oldest", applicationSorts.oldest]]}
        onChange={set("sort")}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly all: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value = "", all, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label}>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{all}</option>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
