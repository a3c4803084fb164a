import { type FormEvent, useState } from "react";
import {
  checkForm,
  type FormDefinition,
  type FormErrors,
  type FormValues,
} from "../../contract/form-engine/define-form.ts";
import { valuesOf } from "./drafts.ts";

/**
 * The faults of a form and how they come and go: all at once with a refused submit,
 * one by one as fields become right.
 */
export function useCheckedForm<Name extends string>(
  form: FormDefinition<Name>,
  served: FormErrors | undefined,
) {
  const [errors, setErrors] = useState<FormErrors>(served ?? {});
  /** Counts refused submits, so that the focus moves to the summary each time. */
  const [rejections, setRejections] = useState(0);

  function reject(found: FormErrors): void {
    setErrors(found);
    setRejections((count) => count + 1);
  }

  /** The values of a form without fault; of another the faults are shown. */
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

  /** A field that became right loses its error; typing never adds one (rule F3). */
  function recheck(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    if (!errors[name]) return;
    if (checkForm(form, valuesOf(form, event.currentTarget))[name]) return;
    setErrors(({ [name]: _fixed, ...rest }) => rest);
  }

  return { errors, rejections, reject, validate, recheck };
}
