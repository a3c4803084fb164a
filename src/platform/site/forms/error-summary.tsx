import type { Ref } from "react";
import type { FormErrors, StepField } from "../../contract/form-engine/define-form.ts";
import styles from "./error-summary.module.css";
import { controlId } from "./fields/field.tsx";

interface ErrorSummaryProps {
  readonly form: { readonly fields: readonly Pick<StepField, "name">[] };
  readonly errors: FormErrors;
  readonly idPrefix: string;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Lists the errors above a rejected form, each linked to its field with the label in view. */
export function ErrorSummary({ form, errors, idPrefix, ref }: ErrorSummaryProps) {
  return (
    <div ref={ref} tabIndex={-1} className={styles.summary}>
      <div role="alert">
        <h2>There is a problem</h2>
        <ul>
          {form.fields.map(({ name }) => {
            const message = errors[name];
            const id = controlId(idPrefix, name);
            return (
              message && (
                <li key={name}>
                  <a
                    href={`#${id}`}
                    onClick={(event) => {
                      event.preventDefault();
                      const control = document.getElementById(id);
                      control?.focus({ preventScroll: true });
                      const label = document.querySelector(`label[for="${id}"]`);
                      // A group of choices has its question above the first choice.
                      (label?.closest("fieldset") ?? label)?.scrollIntoView();
                    }}
                  >
                    {message}
                  </a>
                </li>
              )
            );
          })}
        </ul>
      </div>
    </div>
  );
}
