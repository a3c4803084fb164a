import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import styles from "./search.module.css";
import { SearchResults, searchPath } from "./search-results.tsx";
import { useChoice } from "./use-choice.ts";
import { useSearch } from "./use-search.ts";

/** One search over everything that the reader's roles include. */
export function SearchPage() {
  const { search: query } = useLocation();
  const inUrl = new URLSearchParams(query).get("q") ?? "";
  const [typed, setTyped] = useState(inUrl);
  const shown = useRef(inUrl);
  const navigate = useNavigate();
  const search = useSearch(typed, true);
  const { chosen, onKeyDown } = useChoice(search, typed, () => undefined);
  const { results, of } = search;
  const count = results?.groups.reduce((sum, group) => sum + group.hits.length, 0);

  // The URL may change without the field: Back, or the field in the header.
  useEffect(() => {
    if (inUrl === shown.current) return;
    shown.current = inUrl;
    setTyped(inUrl);
  }, [inUrl]);

  function type(value: string) {
    setTyped(value);
    shown.current = value.trim();
    void navigate(searchPath(value), { replace: true });
  }
  return (
    <Panels>
      <Panel className={styles.page}>
        <PageHeading>Search</PageHeading>
        <p role="status" className="sr">
          {results && (count === 0 ? `Nothing found for ${of}.` : `${count} shown for ${of}.`)}
        </p>
        <div className={styles.field}>
          <TextField
            id="search-q"
            label="Find a name, number or words"
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <div className={styles.results}>
          <SearchResults typed={typed} search={search} chosen={chosen} heading="h2" />
        </div>
      </Panel>
    </Panels>
  );
}
