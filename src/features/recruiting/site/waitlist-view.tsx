import { textOf } from "../../../platform/contract/form-engine/define-steps.ts";
import { ErrorSummary } from "../../../platform/site/forms/error-summary.tsx";
import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { Button } from "../../../platform/site/ui/button.tsx";
import { intakeNames, type StartState, tracks } from "../contract/recruiting-endpoints.ts";
import { waitlistForm } from "../contract/waitlist-form.ts";
import { CheckboxField } from "./intake/checkbox-field.tsx";
import styles from "./start-form.module.css";

interface WaitlistViewProps {
  readonly start: StartState;
  readonly errors: Readonly<Record<string, string>>;
}

export function WaitlistView({ start, errors }: WaitlistViewProps) {
  const { track, answers } = start;
  const { collection, fields, submitLabel } = waitlistForm;
  return (
    <form
      method="post"
      action={`${tracks[track].getStarted}#apply`}
      className={styles.form}
      noValidate
    >
      <input type="hidden" name={intakeNames.step} value="waitlist" />
      {Object.keys(errors).length > 0 && (
        <ErrorSummary form={waitlistForm} errors={errors} idPrefix={collection} />
      )}
      {fields.map((field) =>
        field.kind === "checkbox" ? (
          <CheckboxField
            key={field.name}
            field={field}
            idPrefix={collection}
            chosen={[textOf(answers, field.name)]}
            error={errors[field.name]}
          />
        ) : (
          <Field
            key={field.name}
            field={field}
            idPrefix={collection}
            defaultValue={textOf(answers, field.name)}
            error={errors[field.name]}
          />
        ),
      )}
      <Button type="submit">{submitLabel}</Button>
    </form>
  );
}
