import { email } from "../../../platform/contract/form-engine/fields.ts";
import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { Button } from "../../../platform/site/ui/button.tsx";
import { intakeNames, type Track, tracks } from "../contract/recruiting-endpoints.ts";
import styles from "./start-form.module.css";

interface LinkFormProps {
  readonly track: Track;
  readonly value: string;
  readonly error?: string | undefined;
}

export function LinkForm({ track, value, error }: LinkFormProps) {
  return (
    <form
      method="post"
      action={`${tracks[track].getStarted}#go-on`}
      className={styles.form}
      noValidate
    >
      <input type="hidden" name={intakeNames.step} value="link" />
      <Field field={email} idPrefix="link" defaultValue={value} error={error} />
      <Button look="ghost" type="submit">
        Email me my link
      </Button>
    </form>
  );
}
