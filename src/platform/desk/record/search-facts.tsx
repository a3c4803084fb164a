import { Link } from "react-router";
import { deskPaths } from "../../contract/desk/paths.ts";
import type { FoundCount, FoundElsewhere, SearchFacts } from "../../contract/desk/search.ts";
import { formatCount } from "../format/format-count.ts";
import { buttonClass } from "../ui/button.tsx";
import styles from "./search-facts.module.css";

interface SearchPlacesProps<Place extends string> {
  readonly search: SearchFacts<Place>;
  /** Names of the statuses in the order of the list: "open", "in Done". */
  readonly names: Readonly<Record<Place, string>>;
  readonly chosen: string | undefined;
  /** URL of the search in one status only. */
  readonly toPlace: (place: Place) => string;
  /** If there are more than one page: "Done and Spam are searched, too." */
  readonly more: string;
}

/** Above the rows of a search: how many are open, done and spam, and whether names only resemble. */
export function SearchPlaces<Place extends string>(props: SearchPlacesProps<Place>) {
  const { search, names, chosen, toPlace, more } = props;
  const { isSimilar, isOutsideFilters, places } = search;
  if (isOutsideFilters) {
    return (
      <div className={styles.facts}>
        <p>Nothing within your filters matches. These were found without the filters.</p>
      </div>
    );
  }
  const filled = places ? (Object.keys(names) as Place[]).filter((place) => places[place] > 0) : [];
  return (
    <div className={styles.facts}>
      {isSimilar && (
        <p>Nothing has exactly these words. These have a name that differs by one letter.</p>
      )}
      {places === null && chosen === undefined && <p>{more}</p>}
      {places &&
        filled.map((place) => (
          <Link
            key={place}
            to={toPlace(place)}
            className={buttonClass(chosen === place ? "solid" : "ghost", true)}
            aria-current={chosen === place || undefined}
          >
            {places[place]} {names[place]}
          </Link>
        ))}
    </div>
  );
}

interface FoundElsewhereProps {
  readonly words: string;
  readonly withoutFilters: FoundCount | null | undefined;
  /** URL of the search without filters. */
  readonly toAll: string;
  readonly elsewhere: FoundElsewhere | undefined;
}

/** Below an empty search: what the same words find without filters, and in other lists. */
export function FoundElsewhereLinks(props: FoundElsewhereProps) {
  const { words, withoutFilters, toAll, elsewhere = {} } = props;
  const q = encodeURIComponent(words);
  const places = [
    [withoutFilters, toAll, "without the filters"],
    [elsewhere.inbox, `${deskPaths.inbox}?q=${q}`, "in the inbox"],
    [
      elsewhere.applications,
      `${deskPaths.applications}?as=list&status=all&q=${q}`,
      "in Applications",
    ],
    [elsewhere.newsletter, `${deskPaths.newsletter}?q=${q}`, "in the newsletter"],
  ] as const;
  const found = places.flatMap(([count, to, where]) =>
    count && (count.count > 0 || !count.isExact) ? [{ count, to, where }] : [],
  );
  return (
    <div className={styles.facts}>
      {found.length > 0 && <p>The same words are found elsewhere:</p>}
      {found.map(({ count, to, where }) => (
        <Link key={where} to={to} className={buttonClass("ghost", true)}>
          {count.count === 0 ? "Look" : formatCount(count.count, count.isExact)} {where}
        </Link>
      ))}
      <Link to={`${deskPaths.search}?q=${q}`} className={buttonClass("ghost", true)}>
        Search everywhere
      </Link>
    </div>
  );
}
