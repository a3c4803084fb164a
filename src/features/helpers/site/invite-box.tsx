import { paths } from "../../../platform/contract/paths.ts";
import { ErrorSummary } from "../../../platform/site/forms/error-summary.tsx";
import { Field, FieldError } from "../../../platform/site/forms/fields/field.tsx";
import { Button, ButtonRow } from "../../../platform/site/ui/button.tsx";
import { helpLimits, helpParts, partWords } from "../contract/helpers.ts";
import { helperExtras, inviteForm } from "../contract/invite-form.ts";
import styles from "./helpers.module.css";

interface InviteBoxProps {
  readonly isFull: boolean;
  readonly values: Readonly<Record<string, string>> | undefined;
  readonly errors: Readonly<Record<string, string>> | undefined;
}

const idPrefix = "invite";

/** Invites a helper, by an emailed link or a code to read out. */
export function InviteBox({ isFull, values, errors = {} }: InviteBoxProps) {
  if (isFull) {
    return (
      <section className={styles.box} aria-labelledby="invite">
        <h2 id="invite">Invite someone</h2>
        <p>You can have {helpLimits.helpers} helpers. End the help of one first.</p>
      </section>
    );
  }
  return (
    <section className={`${styles.box} ${styles.sage}`} aria-labelledby="invite">
      <h2 id="invite">Invite someone</h2>
      <p>They get a link by email, or a code from you. Nothing is shared before they say yes.</p>
      {Object.keys(errors).length > 0 && (
        <ErrorSummary form={inviteForm} errors={errors} idPrefix={idPrefix} />
      )}
      <form method="post" action={paths.helpers} noValidate>
        {inviteForm.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            idPrefix={idPrefix}
            defaultValue={values?.[field.name] ?? ""}
            error={errors[field.name]}
          />
        ))}
        <fieldset className={styles.choices}>
          <legend>What can they do?</legend>
          {helpParts.map((part) => (
            <label key={part} className={styles.choice}>
              <input
                type="checkbox"
                name={part}
                id={`${idPrefix}-${part}`}
                defaultChecked={values ? values[part] === "on" : part === "requests"}
              />
              <span>{partWords[part].helper}</span>
            </label>
          ))}
          {errors.requests && (
            <FieldError controlId={`${idPrefix}-requests`} error={errors.requests} />
          )}
        </fieldset>
        <ButtonRow>
          <Button type="submit" name={helperExtras.act} value="invite">
            {inviteForm.submitLabel}
          </Button>
          <Button type="submit" name={helperExtras.act} value="invite-by-code" look="ghost">
            Get a code to read out
          </Button>
        </ButtonRow>
      </form>
    </section>
  );
}
