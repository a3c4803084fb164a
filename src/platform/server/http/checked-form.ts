import {
  checkForm,
  type FormDefinition,
  type FormValues,
  readValues,
} from "../../contract/form-engine/define-form.ts";
import { ApiError } from "../api-error.ts";
import { readTextBody } from "./body.ts";

/**
 * Reads and checks a form's values.
 * @throws ApiError "malformed" for a body of another shape, "invalid" with the fields' messages
 */
export function readCheckedForm<Name extends string>(
  form: FormDefinition<Name>,
  body: unknown,
): FormValues<Name> {
  const known = new Set<string>(form.fields.map((field) => field.name));
  const texts = readTextBody(body, known);
  const values = readValues(form, (name) => texts[name]);
  const fields = checkForm(form, values);
  if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
  return values;
}
