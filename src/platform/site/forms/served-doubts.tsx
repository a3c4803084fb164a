import type { FormDefinition } from "../../contract/form-engine/define-form.ts";
import { anywayName } from "../../contract/form-engine/submission.ts";
import styles from "./error-summary.module.css";
import { controlId } from "./fields/field.tsx";

interface ServedDoubtsProps {
  readonly form: FormDefinition;
  readonly doubts: Readonly<Record<string, string>>;
}

/** Asks without scripts whether to save values that look wrong: the next post saves them. */
export function ServedDoubts({ form, doubts }: ServedDoubtsProps) {
  const hasPassword = form.fields.some(({ kind }) => kind === "password");
  return (
    <div className={styles.summary} role="alert">
      <h2>Save anyway?</h2>
      <ul>
        {form.fields.map(
          ({ name }) =>
            doubts[name] && (
              <li key={name}>
                <a href={`#${controlId(form.collection, name)}`}>{doubts[name]}</a>
              </li>
            ),
        )}
      </ul>
      <p>
        Change what is wrong, or leave it as it is. {hasPassword && "Type your password again. "}
        Then press “{form.submitLabel}”.
      </p>
      <input type="hidden" name={anywayName} value="yes" />
    </div>
  );
}
