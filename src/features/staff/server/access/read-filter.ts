import { isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";

/**
 * Reads known names of a query; absent and empty ones are left out.
 * @param maxLength of a value, in characters
 * @throws ApiError "malformed" for a repeated name or an invalid value
 */
export function readFilterTexts<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
  maxLength: number,
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const [value = "", ...others] = query.getAll(name);
    const fits = others.length === 0 && value.length <= maxLength && isStorableText(value);
    if (!fits) throw new ApiError("malformed");
    if (value !== "") texts[name] = value;
  }
  return texts;
}
