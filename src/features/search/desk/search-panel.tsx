import { type KeyboardEvent, type RefObject, useEffect } from "react";
import { Link } from "react-router";
import styles from "./search.module.css";
import { SearchResults, searchPath } from "./search-results.tsx";
import { useChoice } from "./use-choice.ts";
import { useSearch } from "./use-search.ts";

interface SearchPanelProps {
  readonly typed: string;
  /** Receives what the keys of the field do. */
  readonly keys: RefObject<((event: KeyboardEvent) => void) | undefined>;
  /** Called when a hit is opened. */
  readonly onOpen: () => void;
}

/** The first hits, below the field of the bar. */
export function SearchPanel({ typed, keys, onOpen }: SearchPanelProps) {
  const search = useSearch(typed, false);
  const { chosen, onKeyDown } = useChoice(search, typed, onOpen);
  useEffect(() => {
    keys.current = onKeyDown;
    return () => {
      keys.current = undefined;
    };
  });
  const { results, of } = search;
  return (
    <div className={styles.panel}>
      <p role="status" className="sr">
        {results && results.groups.length === 0 ? `Nothing found for ${of}.` : ""}
        {results && results.groups.length > 0 ? "Arrow keys choose, Enter opens." : ""}
      </p>
      <div className={styles.scrolls}>
        <SearchResults typed={typed} search={search} chosen={chosen} heading="p" onOpen={onOpen} />
      </div>
      {results && results.groups.length > 0 && (
        <p className={styles.foot}>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> opens. Closed and spam included.
          </span>
          <Link to={searchPath(typed)} onClick={onOpen}>
            All for “{of}”
          </Link>
        </p>
      )}
    </div>
  );
}
