import { type FormEvent, useState } from "react";
import {
  checkForm,
  type FormDefinition,
  type FormErrors,
  type FormValues,
} from "../../contract/form-engine/define-form.ts";
import { valuesOf } from "./drafts.ts";

/**
 * Validation errors of a form. A rejected submit shows all of them; each one disappears when its
 * field becomes valid.
 */
export function useCheckedForm<Name extends string>(
  form: FormDefinition<Name>,
  served: FormErrors | undefined,
) {
  const [errors, setErrors] = useState<FormErrors>(served ?? {});
  /** Counts rejected submits: each one moves the focus to the summary. */
  const [rejections, setRejections] = useState(0);

  function reject(found: FormErrors): void {
    setErrors(found);
    setRejections((count) => count + 1);
  }

  /** Shows the errors of the form. @returns its values, or undefined if they are invalid */
  function validate(element: HTMLFormElement): FormValues<Name> | undefined {
    const values = valuesOf(form, element);
    const found = checkForm(form, values);
    if (Object.keys(found).length > 0) {
      reject(found);
      return undefined;
    }
    setErrors({});
    return values;
  }

  /** Removes the error of a field that became valid; typing never adds one. */
  function recheck(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    if (!errors[name]) return;
    if (checkForm(form, valuesOf(form, event.currentTarget))[name]) return;
    setErrors(({ [name]: _fixed, ...rest }) => rest);
  }

  return { errors, rejections, reject, validate, recheck };
}
