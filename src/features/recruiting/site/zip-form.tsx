import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { Button } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { zip } from "../contract/about-you.ts";
import { intakeNames, planQuery, type Track, tracks } from "../contract/recruiting-endpoints.ts";
import styles from "./start-form.module.css";

interface ZipFormProps {
  readonly track: Track;
  readonly value: string;
  /** The chosen plan; kept in the URL, so that a reload keeps it. */
  readonly plan: string;
  readonly error?: string | undefined;
}

/** ZIP code form: decides whether applications are open there. Always a native POST. */
export function ZipForm({ track, value, plan, error }: ZipFormProps) {
  return (
    <form
      method="post"
      action={`${tracks[track].getStarted}${plan && `?${planQuery}=${plan}`}#apply`}
      className={styles.form}
      noValidate
    >
      <input type="hidden" name={intakeNames.step} value="zip" />
      <Field field={zip} idPrefix="start" defaultValue={value} error={error} />
      <Button type="submit">
        Start now
        <Icon name="arrow" />
      </Button>
    </form>
  );
}
