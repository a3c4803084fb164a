import { z } from "zod";
import {
  checkForm,
  type FormDefinition,
  type FormErrors,
  type FormValues,
  isOptional,
  readValues,
  type StepField,
} from "./define-form.ts";
import { fieldsOf, type Step } from "./define-steps.ts";

type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;
type SentTexts<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** Names with texts; all may be absent, and there are no others. */
export function textsSchema<Name extends string>(
  names: readonly Name[],
): z.ZodType<Texts<Name>, SentTexts<Name>> {
  return z.strictObject(optionalTexts(names)) as z.ZodType<Texts<Name>, SentTexts<Name>>;
}

function optionalTexts<Name extends string>(names: readonly Name[]) {
  const texts = names.map((name) => [name, z.string().optional()] as const);
  return Object.fromEntries(texts) as Record<Name, z.ZodOptional<z.ZodString>>;
}

/**
 * The body of a plain form: its fields, which become its values, and extra names. Values that break
 * the form's rules are the error "invalid", with their messages.
 * @param defaults values of fields that were not sent; otherwise they are empty
 */
export function formSchema<Name extends string, Extra extends string = never>(
  form: FormDefinition<Name>,
  extras: readonly Extra[] = [],
  defaults: Partial<FormValues<Name>> = {},
): z.ZodType<FormValues<Name> & Texts<Extra>, Readonly<Record<Name, string>> & SentTexts<Extra>> {
  const required = form.fields.filter((field) => field.kind !== "select" && !isOptional(field));
  const described = form.fields.map((field) => [
    field.name,
    z.string().optional().meta(describe(field)),
  ]);
  return z
    .strictObject({ ...Object.fromEntries(described), ...optionalTexts(extras) })
    .meta({ required: required.map(({ name }) => name) })
    .transform((sent, context) => {
      const texts = sent as Readonly<Record<string, string | undefined>>;
      const values = readValues(form, (name) => texts[name] ?? defaults[name]);
      addFieldErrors(context, checkForm(form, values));
      return { ...texts, ...values };
    }) as never;
}

/** Reports messages by field as the error "invalid". */
export function addFieldErrors(context: z.core.$RefinementCtx, errors: FormErrors): void {
  for (const [name, message] of Object.entries(errors)) {
    context.addIssue({ code: "custom", path: [name], message, params: { field: true } });
  }
}

/** Answers to one step of a form with steps; all are optional, since drafts are saved unchecked. */
export function stepSchema(step: Step): z.ZodType {
  const fields = fieldsOf(step)
    .filter(({ kind }) => kind !== "file")
    .map((field) => [field.name, answerSchema(field).meta(describe(field)).optional()] as const);
  return z.strictObject(Object.fromEntries(fields));
}

function answerSchema({ kind }: StepField): z.ZodType {
  return kind === "checkboxes" ? z.array(z.string()) : z.string();
}

/** The label and the rules' messages of a field, and its choices. */
function describe({ kind, label, options, rules }: StepField): z.core.GlobalMeta {
  const messages = rules.map((rule) => rule.message).join(" ");
  const choices = kind === "checkbox" ? ["yes", ""] : options;
  // Radio buttons may be empty until the form is validated.
  const enumeration = choices && { enum: kind === "radios" ? [...choices, ""] : choices };
  return {
    description: [label, messages].filter(Boolean).join(". "),
    ...(kind === "checkboxes" ? { items: { type: "string", ...enumeration } } : enumeration),
  };
}
