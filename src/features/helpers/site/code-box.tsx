import { paths } from "../../../platform/contract/paths.ts";
import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { Button } from "../../../platform/site/ui/button.tsx";
import { helpingExtras } from "../contract/invite-form.ts";
import styles from "./helpers.module.css";

const field = {
  name: helpingExtras.code,
  kind: "text",
  label: "The code",
  hint: "Ten letters and numbers, for example 7KDPM-X2R9H.",
  autocomplete: "off",
  rules: [{ kind: "required", message: "Type the code." }],
  exact: true,
} as const;

/** A code that somebody read out to the helper. */
export function CodeBox({ error, value }: { error: string | undefined; value: string }) {
  return (
    <section className={`${styles.box} ${styles.sage}`} aria-labelledby="with-code">
      <h2 id="with-code">Were you told a code?</h2>
      <p>Someone who wants your help can read a code to you. Type it here.</p>
      <form method="post" action={paths.helping} noValidate>
        <Field field={field} idPrefix="helping" defaultValue={value} error={error} />
        <p>
          <Button type="submit" name={helpingExtras.act} value="code">
            Continue
          </Button>
        </p>
      </form>
    </section>
  );
}
