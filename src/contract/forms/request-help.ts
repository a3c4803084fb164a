import type { FormDefinition } from "../form-engine/define-form.ts";
import { paths } from "../paths.ts";
import { isReference } from "./submission.ts";

/** Query name of the request's reference on the support form's page. */
const aboutQuery = "about";

/** Path of the support form, prefilled for one of the person's requests. */
export function requestHelpPath(reference: string): string {
  return `${paths.support}?${aboutQuery}=${reference}`;
}

/**
 * Prefills the details of a form with the reference from the query, before what was typed already.
 * Only a valid reference is used, so that a link from elsewhere cannot put its own text into the
 * form.
 * @param details what the reader typed
 */
export function prefillDetails(
  { fields }: Pick<FormDefinition, "fields">,
  query: { get(name: string): string | null },
  details = "",
): Readonly<Record<string, string>> {
  const reference = query.get(aboutQuery) ?? "";
  if (!isReference(reference) || !fields.some(({ name }) => name === "details")) return {};
  if (details.includes(reference)) return {};
  const typed = details.replace(untouched, "");
  return { details: `${lineFor(reference)}\n${typed}` };
}

function lineFor(reference: string): string {
  return `About my request ${reference}:`;
}

/** Prefilled for another request, and not changed. */
const untouched = new RegExp(`^${lineFor("\\w+")}\\s*$`);
