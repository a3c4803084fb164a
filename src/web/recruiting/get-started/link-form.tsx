import { intakeNames, type Track, tracks } from "../../../contract/endpoints/recruiting.ts";
import { email } from "../../../contract/form-engine/fields.ts";
import { Field } from "../../forms/fields/field.tsx";
import { Button } from "../../ui/button.tsx";
import styles from "./start-form.module.css";

interface LinkFormProps {
  readonly track: Track;
  readonly value: string;
  readonly error?: string | undefined;
}

/** Requests an email with the link that resumes an application. */
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
