import {
  intakeNames,
  planQuery,
  type Track,
  tracks,
} from "../../../contract/endpoints/recruiting.ts";
import { zip } from "../../../contract/forms/about-you.ts";
import { Field } from "../../forms/fields/field.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
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
