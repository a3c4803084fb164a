import type { ReactNode } from "react";
import { brand } from "../../../brand.ts";
import { formatDate } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { siteOrigin } from "../../../platform/site/page/page-context.ts";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { type Article, articleGroups, articlePath, largePrint } from "../contract/articles.ts";
import { allArticles } from "./all-articles.ts";
import { AnswerBox } from "./answer-box.tsx";
import styles from "./article.module.css";
import { ArticleBlocks } from "./article-blocks.tsx";

interface ArticleViewProps {
  readonly article: Article;
  /** After the article, before its question. */
  readonly children?: ReactNode;
  /** Beside the article, first. */
  readonly beside?: ReactNode;
}

/** One article: sections with numbered steps, its date, its question, and its neighbors. */
export function ArticleView({ article, children, beside }: ArticleViewProps) {
  const { slug, title, lead, checked, sections, group } = article;
  const others = allArticles.filter((one) => one.group === group && one.slug !== slug);
  const file = Object.values(largePrint).find((one) => one.slug === slug);
  return (
    <>
      <PageMeta
        path={articlePath(slug)}
        title={title}
        description={lead}
        picture={`help-${slug}`}
        jsonLd={[structuredArticle(article)]}
      />
      <div className={`wrap ${styles.page}`}>
        <article className={styles.article}>
          <p className={styles.back}>
            <AppLink to={paths.help}>
              <Icon name="arrow" />
              All help articles
            </AppLink>
          </p>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          {sections.map((section) => (
            <section key={section.title} className={styles.section}>
              <h2>{section.title}</h2>
              <ArticleBlocks blocks={section.blocks} />
            </section>
          ))}
          {children}
          <AnswerBox slug={slug} />
          <p className={styles.checked}>
            Checked on <time dateTime={checked}>{formatDate(checked)}</time>.
          </p>
        </article>
        <aside className={styles.beside}>
          {beside}
          <section aria-labelledby="also">
            <h2 id="also">Also in “{articleGroups[group]}”</h2>
            <ul>
              {others.map((one) => (
                <li key={one.slug}>
                  <AppLink to={articlePath(one.slug)}>{one.title}</AppLink>
                </li>
              ))}
            </ul>
          </section>
          {file && (
            <section aria-labelledby="print">
              <h2 id="print">In large print</h2>
              <p>This page as a file to print, in very large letters.</p>
              <p>
                <a href={file.path}>{title} (PDF)</a>
              </p>
            </section>
          )}
        </aside>
      </div>
    </>
  );
}

/** Structured data (schema.org) for search engines: the article, and where it is. */
function structuredArticle({ slug, title, lead, checked }: Article): object {
  const url = `${siteOrigin()}${articlePath(slug)}`;
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: title,
    description: lead,
    dateModified: checked,
    inLanguage: "en-US",
    mainEntityOfPage: url,
    publisher: { "@type": "Organization", name: brand.company },
    isPartOf: { "@type": "CollectionPage", name: "Help", url: `${siteOrigin()}${paths.help}` },
  };
}
