import type { Ref } from "react";
import { useLiveState } from "../../../../../platform/desk/data/live-channel.ts";
import { formatCount } from "../../../../../platform/desk/format/format-count.ts";
import { SearchField } from "../../../../../platform/desk/record/search-field.tsx";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import { LiveMark } from "../../../../../platform/desk/ui/live-mark.tsx";
import { type CaseCounts, type CaseFilter, inboxLimits } from "../../../contract/inbox.ts";
import { filtersId, searchId } from "../ids.ts";
import { countFilters, countWord } from "./filter-query.ts";
import styles from "./list-head.module.css";
import { ViewStrip } from "./view-strip.tsx";

interface ListHeadProps {
  readonly filter: CaseFilter;
  readonly onFilter: (filter: CaseFilter, isTyping?: boolean) => void;
  readonly counts: CaseCounts | undefined;
  readonly count: number;
  readonly isCountExact: boolean;
  readonly isChoosing: boolean;
  /** Undefined for people who may only read. */
  readonly onChoose: (() => void) | undefined;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

const columns = ["From", "Message", "Status", "Due", "Assigned", "Age"];

/** Above the list: count, search, the most used views and names of columns. */
export function ListHead(props: ListHeadProps) {
  const { filter, onFilter, count, isCountExact, isChoosing, onChoose, headingRef } = props;
  const { isLive } = useLiveState();
  const filters = countFilters(filter);
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <h2 ref={headingRef} tabIndex={-1}>
          {count === 0 && !isCountExact
            ? "None yet"
            : `${formatCount(count, isCountExact)} ${countWord(filter)}`}
        </h2>
        {isLive && <LiveMark />}
        {onChoose && (
          <Button look="ghost" isSmall aria-pressed={isChoosing} onClick={onChoose}>
            Choose
          </Button>
        )}
        <div className={styles.search}>
          <SearchField
            id={searchId}
            label="Find in list"
            isInline
            q={filter.q ?? ""}
            maxLength={inboxLimits.search}
            onSearch={(words) => onFilter({ ...filter, q: words || undefined }, true)}
          />
          <DeskIcon name="search" />
        </div>
        <Button look="ghost" isSmall popoverTarget={filtersId}>
          <DeskIcon name="filter" />
          Filters{filters > 0 && ` (${filters})`}
        </Button>
      </div>
      <ViewStrip filter={filter} counts={props.counts} />
      <div
        aria-hidden="true"
        className={isChoosing ? `${styles.columns} ${styles.boxed}` : styles.columns}
      >
        {columns.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </div>
  );
}
