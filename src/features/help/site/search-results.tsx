import { Fragment } from "react";
import { brand } from "../../../brand.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import type { HelpSearch, Marked } from "../contract/help-search.ts";
import styles from "./help.module.css";

interface SearchResultsProps {
  readonly search: HelpSearch;
  /** Number of articles that were searched. */
  readonly count: number;
}

/** What the search found, with the words that fit marked. */
export function SearchResults({ search: { query, hits }, count }: SearchResultsProps) {
  if (hits.length === 0) {
    return (
      <section className={styles.nothing} aria-labelledby="results">
        <h2 id="results">Nothing for “{query}”</h2>
        <p>
          We looked through all {count} articles. Try another word, or call us:{" "}
          <a href={`tel:${brand.phone.e164}`} className={styles.number}>
            {brand.phone.shown}
          </a>
          .
        </p>
      </section>
    );
  }
  return (
    <section className={styles.results} aria-labelledby="results">
      <h2 id="results">
        {hits.length === 1 ? "1 answer" : `${hits.length} answers`} for “{query}”
      </h2>
      <ol>
        {hits.map(({ path, title, text }) => (
          <li key={path + JSON.stringify(title)}>
            <AppLink to={path}>
              <Marks text={title} />
            </AppLink>
            <p>
              <Marks text={text} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Marks({ text }: { text: Marked }) {
  let length = 0;
  return text.map((part) => {
    const words = typeof part === "string" ? part : part.mark;
    const key = length;
    length += words.length;
    return typeof part === "string" ? (
      <Fragment key={key}>{words}</Fragment>
    ) : (
      <mark key={key}>{words}</mark>
    );
  });
}
