import { use } from "react";
import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { siteOrigin } from "../../../platform/site/page/page-context.ts";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { bulb } from "../../../platform/site/pictures/rooms.ts";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { Button } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import { articleGroups, articlePath } from "../contract/articles.ts";
import { helpCollection, helpQuery, helpSteps } from "../contract/help-search.ts";
import { allArticles } from "./all-articles.ts";
import { CallBox } from "./call-box.tsx";
import styles from "./help.module.css";
import { SearchResults } from "./search-results.tsx";

const description = `Answers in plain words: how to ask ${brand.name} for help, prices, changes, safety, passwords and your data. Or call, and a person answers.`;
const errorId = "help-error";

/** All articles and the search, which the server answers. */
export default function HelpPage() {
  const served = use(FormStateContext);
  const state = served?.collection === helpCollection ? served : undefined;
  const isEmpty = state?.step === helpSteps.empty;
  return (
    <>
      <PageMeta
        path={paths.help}
        title="Help"
        description={description}
        picture="help"
        jsonLd={[structuredList()]}
      />
      <section className={styles.head}>
        <div className="wrap">
          <div className={styles.words}>
            <h1>Help</h1>
            <search>
              <form action={paths.help} className={styles.search}>
                <label htmlFor="help-search">What do you need help with?</label>
                <div>
                  <input
                    id="help-search"
                    type="search"
                    name={helpQuery.search}
                    defaultValue={state?.help?.query}
                    autoComplete="off"
                    aria-describedby={isEmpty ? errorId : undefined}
                    aria-invalid={isEmpty || undefined}
                  />
                  <Button type="submit">
                    <Icon name="search" />
                    Search
                  </Button>
                </div>
              </form>
            </search>
            {isEmpty && (
              <p id={errorId} role="alert" className={styles.problem}>
                <Icon name="warning" />
                <span>Please write one or two words first, like “ride” or “code”.</span>
              </p>
            )}
          </div>
          <div className={styles.window}>
            <Picture file={bulb} alt="" fill eager />
          </div>
        </div>
      </section>
      <section className={styles.body}>
        <div className="wrap">
          {state?.step === helpSteps.failed && (
            <p role="alert" className={styles.problem}>
              <Icon name="warning" />
              <span>
                <b>Search does not work right now.</b> All {allArticles.length} articles are below.
              </span>
            </p>
          )}
          {state?.help && <SearchResults search={state.help} count={allArticles.length} />}
          <Groups />
          <CallBox heading="Did not find it? Call us" />
        </div>
      </section>
    </>
  );
}

function Groups() {
  return (
    <div className={styles.groups}>
      {Object.entries(articleGroups).map(([group, name]) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{name}</h2>
          <ul>
            {allArticles
              .filter((article) => article.group === group)
              .map(({ slug, title }) => (
                <li key={slug}>
                  <AppLink to={articlePath(slug)}>{title}</AppLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Structured data (schema.org): the articles, and the address of the search. */
function structuredList(): object {
  const origin = siteOrigin();
  return {
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name: "Help",
    url: `${origin}${paths.help}`,
    hasPart: allArticles.map(({ slug, title }) => ({
      "@type": "Article",
      headline: title,
      url: `${origin}${articlePath(slug)}`,
    })),
    potentialAction: {
      "@type": "SearchAction",
      target: `${origin}${paths.help}?${helpQuery.search}={words}`,
      "query-input": "required name=words",
    },
  };
}
