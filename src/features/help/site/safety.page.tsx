import { Island } from "../../../platform/site/runtime/island.tsx";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { findArticle } from "./all-articles.ts";
import styles from "./article.module.css";
import { ArticleView } from "./article-view.tsx";
import WorryForm from "./worry-form.island.tsx";

const anchor = "report";

/** The article on safety, with the form for a worry. */
export default function SafetyPage() {
  return (
    <ArticleView
      article={findArticle("safety")}
      beside={
        <section className={styles.first} aria-labelledby="worried">
          <h2 id="worried">Something feels wrong?</h2>
          <p>Tell us now. You do not have to be sure.</p>
          <p>
            <a href={`#${anchor}`} className={buttonClass()}>
              Report a worry
            </a>
          </p>
        </section>
      }
    >
      <section id={anchor} tabIndex={-1} className={styles.section}>
        <h2>Report a worry</h2>
        <p>
          A few words are enough. We look at it within one hour while our office is open. Is it
          about your safety right now? Call <b>911</b>.
        </p>
        <Island name="help/site/worry-form">
          <WorryForm />
        </Island>
      </section>
    </ArticleView>
  );
}
