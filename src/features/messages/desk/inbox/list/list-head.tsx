import type { Ref } from "react";
import { formatCount } from "../../../../../platform/desk/format/format-count.ts";
import { SearchField } from "../../../../../platform/desk/lists/search-field.tsx";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import { FieldFrame } from "../../../../../platform/desk/ui/field.tsx";
import { LiveMark } from "../../../../../platform/desk/ui/live-mark.tsx";
import {
  type CaseFilter,
  type CaseSort,
  caseSorts,
  inboxLimits,
  sortNames,
} from "../../../contract/desk/inbox.ts";
import { countFilters, countWord } from "../filters/filter-query.ts";
import { filtersId, searchId } from "../ids.ts";
import type { LiveState } from "../use-live-events.ts";
import styles from "./list-head.module.css";

interface ListHeadProps {
  readonly filter: CaseFilter;
  readonly onFilter: (filter: CaseFilter, isTyping?: boolean) => void;
  readonly count: number;
  readonly isCountExact: boolean;
  readonly live: LiveState;
  readonly isChoosing: boolean;
  /** Undefined for people who may only read. */
  readonly onChoose: (() => void) | undefined;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

export function ListHead(props: ListHeadProps) {
  const { filter, onFilter, count, isCountExact, live, isChoosing, onChoose, headingRef } = props;
  const filters = countFilters(filter);
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h2 ref={headingRef} tabIndex={-1}>
          {count === 0 && !isCountExact
            ? "None yet"
            : `${formatCount(count, isCountExact)} ${countWord(filter)}`}
        </h2>
        {live.isLive && <LiveMark />}
        {onChoose && (
          <Button look="ghost" isSmall aria-pressed={isChoosing} onClick={onChoose}>
            Choose
          </Button>
        )}
      </div>
      <SearchField
        id={searchId}
        label="Find a person or words"
        q={filter.q ?? ""}
        maxLength={inboxLimits.search}
        onSearch={(words) => onFilter({ ...filter, q: words || undefined }, true)}
      />
      <div className={styles.row}>
        <FieldFrame id="inbox-sort" label="Sort">
          <select
            id="inbox-sort"
            value={filter.sort ?? "newest"}
            onChange={({ target }) => {
              const sort = target.value as CaseSort;
              onFilter({ ...filter, sort: sort === "newest" ? undefined : sort });
            }}
          >
            {caseSorts.map((sort) => (
              <option key={sort} value={sort}>
                {sortNames[sort]}
              </option>
            ))}
          </select>
        </FieldFrame>
        <span className={styles.filters}>
          <Button look="ghost" popoverTarget={filtersId}>
            <DeskIcon name="filter" />
            Filters{filters > 0 && ` (${filters})`}
          </Button>
        </span>
      </div>
    </div>
  );
}
