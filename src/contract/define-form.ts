import { findFault, isStorableText, type Rule, tooLong } from "./rules.ts";

/** The closed set of field kinds. A kind decides the control, the keyboard and the longest text. */
type FieldKind = "text" | "email" | "tel" | "password" | "select" | "textarea";

/** One field: rule and presentation together, as data. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  /** Stands under the label; says what to type or why we ask. */
  readonly hint?: string;
  /** Token of the HTML autocomplete attribute. */
  readonly autocomplete: string;
  /** Choices of a select, in order; the first is the default. */
  readonly options?: readonly string[];
  readonly rules: readonly Rule[];
  /** Codes that people copy letter by letter: no capitals or spelling help, slashed zero. */
  readonly exact?: boolean;
  /** Most characters, when fewer than the kind allows; the control takes no more. */
  readonly maxLength?: number;
  /** Kept in capitals, as a state's two letters are. */
  readonly capitals?: boolean;
}

/**
 * One form, as data. The checks on both sides, the types, the rendered form, the
 * POST route, the stored record, the OpenAPI entry and the table of test cases
 * all come from here.
 */
export interface FormDefinition<Name extends string = string> {
  /** Name of the stored collection (SPEC 3). */
  readonly collection: string;
  /** Fields in the order in which they are shown, checked and stored. */
  readonly fields: readonly (Field & { readonly name: Name })[];
  readonly submitLabel: string;
  readonly success: { readonly heading: string; readonly text: string };
  /** The alert when saving fails (SPEC 8). */
  readonly failure: string;
  /** What stands in the form when "Send another" brings it back (SPEC 4). */
  readonly afterSuccess: "reset" | "keep";
}

/** Trimmed text for each field name. */
export type FormValues<Name extends string = string> = Record<Name, string>;
/** First broken rule for each faulty field; empty when all is well. */
export type FormErrors = Readonly<Record<string, string>>;

const longestText: Record<FieldKind, number> = {
  text: 200,
  email: 320,
  tel: 200,
  password: 200,
  select: 200,
  textarea: 10_000,
};

/** Declares a form, keeping the literal field names for the types of its values. */
export function defineForm<const Name extends string>(
  definition: FormDefinition<Name>,
): FormDefinition<Name> {
  return definition;
}

/** The values of an untouched form: "" or the first choice. */
export function emptyValues<Name extends string>(form: FormDefinition<Name>): FormValues<Name> {
  const entries = form.fields.map((field) => [field.name, field.options?.[0] ?? ""]);
  return Object.fromEntries(entries) as FormValues<Name>;
}

/** Takes the fields of the form out of anything text-like, trimmed but for passwords; missing ones become empty. */
export function readValues<Name extends string>(
  form: FormDefinition<Name>,
  read: (name: Name) => unknown,
): FormValues<Name> {
  const entries = form.fields.map((field) => {
    const value = read(field.name);
    return [field.name, typeof value === "string" ? normalize(field, value) : ""];
  });
  return Object.fromEntries(entries) as FormValues<Name>;
}

function normalize({ kind, capitals }: Field, value: string): string {
  // Spaces around a password are part of it.
  const text = kind === "password" ? value : value.trim();
  return capitals ? text.toUpperCase() : text;
}

function findFieldFault(field: Field, value: string): string | undefined {
  if (!isStorableText(value)) return `${field.label} has a character that we cannot save.`;
  if (field.options && !field.options.includes(value)) return `${field.label}: choose one.`;
  const longest = field.maxLength ?? longestText[field.kind];
  const fault = findFault(field.rules, value);
  // The words for a text that is too long are costly to make and hardly ever needed.
  return fault ?? (value.length > longest ? tooLong(field.label, longest) : undefined);
}

/** Checks trimmed values, field by field in order. Runs alike in the browser and on the server. */
export function checkForm<Name extends string>(
  form: FormDefinition<Name>,
  values: FormValues<Name>,
): FormErrors {
  const errors: Record<string, string> = {};
  for (const field of form.fields) {
    const fault = findFieldFault(field, values[field.name]);
    if (fault) errors[field.name] = fault;
  }
  return errors;
}

/** A field that may stay empty says so in its label. */
export function isOptional(field: Field): boolean {
  return !field.options && !field.rules.some((rule) => rule.kind === "required");
}
