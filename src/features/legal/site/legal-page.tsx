import type { ReactNode } from "react";
import { formatDate } from "../../../platform/contract/facts.ts";
import type { Path } from "../../../platform/contract/paths.ts";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import styles from "./legal-page.module.css";

/** A numbered section. Its id is its anchor and must not change, because people link to it. */
export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

/** The plain summary: five sentences, no more and no fewer. */
export type FiveSentences = readonly [string, string, string, string, string];

interface LegalPageProps {
  readonly path: Path;
  readonly title: string;
  readonly description: string;
  /** Label of the date, such as "Effective". */
  readonly dateLabel: string;
  /** ISO date, YYYY-MM-DD. */
  readonly date: string;
  readonly summary: FiveSentences;
  readonly sections: readonly LegalSection[];
}

/**
 * A legal page: title and date, plain summary, contents, numbered sections. Contents and headings
 * come from one list, so every link has its target.
 */
export function LegalPage(props: LegalPageProps) {
  const { path, title, description, dateLabel, date, summary, sections } = props;
  return (
    <>
      <PageMeta path={path} title={title} description={description} picture={path.slice(1)} />
      <article className={`wrap ${styles.page}`}>
        <header>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.date}>
            {dateLabel} <time dateTime={date}>{formatDate(date)}</time>
          </p>
        </header>
        <div className={styles.columns}>
          <Summary sentences={summary} />
          <Contents sections={sections} />
          <div className={styles.text}>
            {sections.map((section, index) => (
              <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
                <h2 id={`${section.id}-title`} className={styles.heading}>
                  {index + 1}. {section.title}
                </h2>
                {section.body}
              </section>
            ))}
          </div>
        </div>
      </article>
    </>
  );
}

function Summary({ sentences }: { readonly sentences: FiveSentences }) {
  return (
    <section className={styles.summary} aria-labelledby="in-short">
      <h2 id="in-short" className={styles.heading}>
        In short
      </h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence} className={styles.sentence}>
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Contents({ sections }: { readonly sections: readonly LegalSection[] }) {
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents" className={styles.contentsHeading}>
        On this page
      </h2>
      <ol>
        {sections.map((section) => (
          <li key={section.id}>
            <a href={`#${section.id}`}>{section.title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
