import type { FormDefinition } from "../form-engine/define-form.ts";
import { paths } from "../paths.ts";
import { isReference } from "./submission.ts";

/** Query name that carries the reference of a request to the support form. */
const aboutQuery = "about";

/** The support form, begun for one of the person's requests. */
export function requestHelpAddress(reference: string): string {
  return `${paths.support}?${aboutQuery}=${reference}`;
}

/**
 * What an address begins the details of a form with, behind nothing or before what stands
 * there already. Only the shape of a reference counts: a link from elsewhere puts no words of
 * its own into the form, and learns nothing.
 * @param details what the reader left there
 */
export function beginDetails(
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

/** Begun for another request, and left as it was. */
const untouched = new RegExp(`^${lineFor("\\w+")}\\s*$`);
