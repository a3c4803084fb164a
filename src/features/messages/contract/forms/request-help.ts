import { brand } from "../../../../brand.ts";
import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { paths } from "../../../../platform/contract/paths.ts";

const aboutQuery = "about";

export function requestHelpPath(reference: string): string {
  return `${paths.support}?${aboutQuery}=${reference}`;
}

const planQuery = "care-plus";
const carePlusPlans = ["monthly", "annual"] as const;

export function carePlusPath(plan: (typeof carePlusPlans)[number]): string {
  return `${paths.contact}?${planQuery}=${plan}`;
}

/** Values of a form from the link that opened it, unless the visitor typed others. */
export function prefillFromLink(
  form: FormDefinition,
  query: { get(name: string): string | null },
  typed: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    ...prefillDetails(form, query, typed.details),
    ...prefillMessage(form, query, typed.message),
  };
}

/** Prefills the message of the contact form for a plan, unless something was typed. */
export function prefillMessage(
  { fields }: Pick<FormDefinition, "fields">,
  query: { get(name: string): string | null },
  message = "",
): Readonly<Record<string, string>> {
  if (message !== "" || !fields.some(({ name }) => name === "message")) return {};
  const plan = carePlusPlans.find((one) => one === query.get(planQuery));
  return plan ? { message: `I would like to join the ${plan} ${brand.carePlus} plan.\n` } : {};
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
