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
  /** The plan that was chosen before: it stays in the address, also when that is loaded again. */
  readonly plan: string;
  readonly error?: string | undefined;
}

/** The first question: it decides whether we take applications there. The browser posts it itself. */
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
