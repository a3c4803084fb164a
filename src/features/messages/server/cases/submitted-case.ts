import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import { appForm } from "../../contract/forms/app.ts";
import { emailForm } from "../../contract/forms/email.ts";
import { publicForms } from "../../contract/forms/public-forms.ts";
import { staffForms } from "../../contract/forms/staff-forms.ts";
import { textForm } from "../../contract/forms/text.ts";
import { type CaseStatus, inboxForms, openStatuses } from "../../contract/inbox.ts";

export const inboxCollections: readonly string[] = Object.keys(inboxForms);

/** Length of a message's snippet in the list, in characters. */
const snippetLength = 120;

const definitions: ReadonlyMap<string, FormDefinition> = new Map(
  [...publicForms.map(({ form }) => form), emailForm, textForm, appForm, ...staffForms].map(
    (form) => [form.collection, form],
  ),
);

export type SubmittedValues = Readonly<Record<string, string | undefined>>;

export interface SubmittedCase {
  readonly name: string;
  readonly phone: string;
  readonly supportId: string;
  readonly platform: string;
  /** The text that the person typed; "" if the form has none. */
  readonly message: string;
  /** Every other value, in the form's order, without empty ones. */
  readonly fields: readonly { readonly label: string; readonly value: string }[];
}

export function readSubmittedCase(collection: string, values: SubmittedValues): SubmittedCase {
  const form = definitions.get(collection);
  const { firstName = "", lastName = "", name = `${firstName} ${lastName}` } = values;
  return {
    name: name.trim(),
    phone: values.phone ?? "",
    supportId: values.supportId ?? "",
    platform: values.platform ?? "",
    message: messageFields(form)
      .map((field) => values[field.name] ?? "")
      .filter(Boolean)
      .join("\n\n"),
    fields: otherFields(form)
      .map((field) => ({ label: field.label, value: values[field.name] ?? "" }))
      .filter(({ value }) => value !== ""),
  };
}

export function toSnippet(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").slice(0, snippetLength);
}

export type Scope = "open" | "snoozed" | "closed" | "spam";

/** Those of cases that someone still works on: the clocks of snoozed ones go on. */
export const openScopes: readonly string[] = ["open", "snoozed"] satisfies readonly Scope[];

/** Finds the scope; it leads most indexes, so every change of status, snooze or spam mark sets it. */
export function scopeOf(status: CaseStatus, isSpam: boolean, isSnoozed = false): Scope {
  if (isSpam) return "spam";
  if (!openStatuses.includes(status)) return "closed";
  return isSnoozed ? "snoozed" : "open";
}

function messageFields(form: FormDefinition | undefined) {
  return form?.fields.filter(({ kind }) => kind === "textarea") ?? [];
}

function otherFields(form: FormDefinition | undefined) {
  return form?.fields.filter(({ kind }) => kind !== "textarea") ?? [];
}
