import { FoundElsewhereLinks } from "../../../../../platform/desk/record/search-facts.tsx";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import type { CaseFilter, CasePage } from "../../../contract/inbox.ts";
import { casePath } from "../case-path.ts";
import { useInbox } from "../inbox-context.ts";
import styles from "./empty-list.module.css";
import { describeFilter, formatFilter, isPlainFilter } from "./filter-query.ts";

interface EmptyListProps {
  readonly filter: CaseFilter;
  readonly page: Pick<CasePage, "search" | "elsewhere">;
  readonly onShowAll: () => void;
}

/** Replaces the rows: says that nothing is open, or what was searched for, with one next step. */
export function EmptyList({ filter, page, onShowAll }: EmptyListProps) {
  const { nameOf } = useInbox();
  const isPlain = isPlainFilter(filter);
  const { q, sort } = filter;
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 232 70" aria-hidden="true">
        <path className={styles.bush} d="M14 64c-6-24 14-34 24-27q14-17 28 0q21-3 18 27Z" />
        <path className={styles.bush} d="M150 64c-6-18 11-26 19-21q11-13 22 0q17-3 15 21Z" />
        <path className={styles.post} d="M104 64V34" />
        <path className={styles.sign} d="M84 14h44v28H84ZM94 28l8 7 14-14" />
        <path className={styles.ground} d="M0 66.500h232" />
      </svg>
      <h3>
        {q
          ? isWider(page)
            ? "Nothing found here."
            : "Nothing found."
          : isPlain
            ? "All answered."
            : "Nothing here."}
      </h3>
      <p>
        {isPlain
          ? "No open messages. New ones appear here automatically."
          : `No messages match: ${describeFilter(filter, nameOf)}.`}
      </p>
      {q && (
        <FoundElsewhereLinks
          words={q}
          withoutFilters={page.search?.withoutFilters}
          toAll={casePath(undefined, formatFilter({ q, sort }))}
          elsewhere={page.elsewhere}
        />
      )}
      {!isPlain && (
        <Button look="ghost" onClick={onShowAll}>
          Show all forms
        </Button>
      )}
    </div>
  );
}

/** Whether the words are found without the filters, or in another list. */
function isWider({ search, elsewhere = {} }: EmptyListProps["page"]): boolean {
  return (search?.withoutFilters?.count ?? 0) > 0 || Object.keys(elsewhere).length > 0;
}
