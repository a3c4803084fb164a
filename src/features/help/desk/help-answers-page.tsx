import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import tableStyles from "../../../platform/desk/settings/stack-table.module.css";
import { articlePath, articleSlugs } from "../contract/articles.ts";
import { helpAnswerEndpoints } from "../contract/help-answers.ts";
import styles from "./help-answers.module.css";

export const loadHelpAnswers = () => preload(helpAnswerEndpoints.read);

/** Settings: which articles answer the question that they are opened for. */
export function HelpAnswersPage() {
  const { answers } = usePreloaded(helpAnswerEndpoints.read).data;
  const found = new Map(answers.map((one) => [one.article, one]));
  const rows = articleSlugs
    .map((article) => found.get(article) ?? { article, yes: 0, no: 0 })
    .sort((a, b) => b.no - a.no);
  return (
    <SettingsPanel heading="Help articles" message="">
      <p className={styles.lead}>
        How readers answered “Did this answer it?” in the last twelve months, those with the most
        “No” first. Answers are counted, with nothing about who gave them.
      </p>
      <table className={tableStyles.table}>
        <caption className="sr">Answers by article</caption>
        <thead>
          <tr>
            <th scope="col">Article</th>
            <th scope="col">Yes</th>
            <th scope="col">No</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ article, yes, no }) => (
            <tr key={article}>
              <th scope="row">
                <a className={styles.link} href={articlePath(article)}>
                  {articlePath(article)}
                </a>
              </th>
              <td data-label="Yes">{yes}</td>
              <td data-label="No">{no}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SettingsPanel>
  );
}
