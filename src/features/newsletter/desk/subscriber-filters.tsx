import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { maxCount } from "../../../platform/contract/desk/max-count.ts";
import { tooLong } from "../../../platform/contract/form-engine/rules.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { FieldFrame, TextField } from "../../../platform/desk/ui/field.tsx";
import {
  newsletterLimits,
  type SubscriberCounts,
  type SubscriberFilter,
} from "../contract/newsletter-desk.ts";
import {
  subscriberSourceNames,
  subscriberSources,
  subscriberStateNames,
  subscriberStates,
} from "../contract/subscriber-states.ts";
import { newsletterPath } from "./newsletter-query.ts";
import { namePage } from "./subscriber-text.ts";

interface SubscriberFiltersProps {
  readonly filter: SubscriberFilter;
  readonly counts: SubscriberCounts;
  readonly query: URLSearchParams;
}

export function SubscriberSearch({ filter, query }: Omit<SubscriberFiltersProps, "counts">) {
  const navigate = useNavigate();
  const [text, setText] = useState(filter.q ?? "");
  const isLong = text.trim().length > newsletterLimits.search;
  const error = isLong ? tooLong("The search", newsletterLimits.search) : undefined;
  const go = (q: string) => void navigate(newsletterPath(query, { q }));

  function search(event: FormEvent) {
    event.preventDefault();
    if (!error) go(text.trim());
  }

  return (
    <form onSubmit={search}>
      <TextField
        id="subscriber-q"
        type="search"
        label="Find an address"
        isInline
        error={error}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          // The field's clear button empties it without the Enter key.
          if (target.value === "" && filter.q) go("");
        }}
      />
    </form>
  );
}

export function SubscriberFilters({ filter, counts, query }: SubscriberFiltersProps) {
  const navigate = useNavigate();
  const go = (changes: Readonly<Record<string, string>>) =>
    void navigate(newsletterPath(query, changes));
  return (
    <>
      <FieldFrame id="subscriber-state" label="State">
        <select
          id="subscriber-state"
          value={filter.state ?? ""}
          onChange={({ target }) => go({ state: target.value })}
        >
          <option value="">All</option>
          {subscriberStates.map((state) => (
            <option key={state} value={state}>
              {withCount(subscriberStateNames[state], counts.states[state])}
            </option>
          ))}
        </select>
      </FieldFrame>
      <FieldFrame id="subscriber-where" label="Where from">
        <select
          id="subscriber-where"
          value={filter.page ?? filter.source ?? ""}
          onChange={({ target: { value } }) =>
            go(value.startsWith("/") ? { page: value, source: "" } : { source: value, page: "" })
          }
        >
          <option value="">Everywhere</option>
          {subscriberSources.map((source) => (
            <option key={source} value={source}>
              {withCount(subscriberSourceNames[source], counts.sources[source])}
            </option>
          ))}
          {Object.entries(counts.pages).map(([page, count]) => (
            <option key={page} value={page}>
              {withCount(`Footer of ${namePage(page)}`, count)}
            </option>
          ))}
        </select>
      </FieldFrame>
    </>
  );
}

function withCount(name: string, count: number): string {
  return `${name} (${formatCount(count, count < maxCount)})`;
}
