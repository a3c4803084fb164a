import type { CaseFilter } from "../../../contract/desk/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { describeFilter, isPlainFilter } from "../filters/filter-query.ts";
import { useInbox } from "../parts/inbox-context.ts";
import styles from "./empty-list.module.css";

interface EmptyListProps {
  readonly filter: CaseFilter;
  readonly onShowAll: () => void;
}

/** Replaces the rows: says that nothing is open, or what was searched for, with one next step. */
export function EmptyList({ filter, onShowAll }: EmptyListProps) {
  const { nameOf } = useInbox();
  const isPlain = isPlainFilter(filter);
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 232 70" aria-hidden="true">
        <path className={styles.bush} d="M14 64c-6-24 14-34 24-27q14-17 28 0q21-3 18 27Z" />
        <path className={styles.bush} d="M150 64c-6-18 11-26 19-21q11-13 22 0q17-3 15 21Z" />
        <path className={styles.post} d="M104 64V34" />
        <path className={styles.sign} d="M84 14h44v28H84ZM94 28l8 7 14-14" />
        <path className={styles.ground} d="M0 66.500h232" />
      </svg>
      <h3>{filter.q ? "Nothing found." : isPlain ? "All answered." : "Nothing here."}</h3>
      <p>
        {isPlain
          ? "Nothing is open. New messages show up here by themselves."
          : `No message fits: ${describeFilter(filter, nameOf)}.`}
      </p>
      {!isPlain && (
        <Button look="ghost" onClick={onShowAll}>
          Show all forms
        </Button>
      )}
    </div>
  );
}
