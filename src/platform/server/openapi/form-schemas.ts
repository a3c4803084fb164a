import { z } from "zod";
import {
  type FormDefinition,
  isOptional,
  type StepField,
} from "../../contract/form-engine/define-form.ts";
import { fieldsOf, type Step } from "../../contract/form-engine/define-steps.ts";

/** The body of a plain form: its fields and extra names. */
export function formSchema(form: FormDefinition, extras: readonly string[] = []): z.ZodType {
  const fields = form.fields.map((field) => {
    const described = fieldSchema(field);
    const mayLack = field.kind === "select" || isOptional(field);
    return [field.name, mayLack ? described.optional() : described] as const;
  });
  const more = extras.map((name) => [name, z.string().optional()] as const);
  return z.strictObject(Object.fromEntries([...fields, ...more]));
}

/** Answers to one step of a form with steps; all are optional, since drafts are saved unchecked. */
export function stepSchema(step: Step): z.ZodType {
  const fields = fieldsOf(step)
    .filter(({ kind }) => kind !== "file")
    .map((field) => [field.name, fieldSchema(field).optional()] as const);
  return z.strictObject(Object.fromEntries(fields));
}

function fieldSchema(field: StepField): z.ZodType {
  const messages = field.rules.map((rule) => rule.message).join(" ");
  return valueSchema(field).describe([field.label, messages].filter(Boolean).join(". "));
}

function valueSchema({ kind, options }: StepField): z.ZodType {
  if (kind === "checkbox") return z.enum(["yes", ""]);
  if (!options) return z.string();
  if (kind === "checkboxes") return z.array(z.enum(options));
  // Radio buttons may be empty until the form is validated.
  return z.enum(kind === "radios" ? [...options, ""] : options);
}
