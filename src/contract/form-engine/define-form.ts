import { findError, isStorableText, type Rule, tooLong } from "./rules.ts";
import type { Codes } from "./state-codes.ts";

/** The closed set of field kinds. A kind decides the control, the keyboard and the longest text. */
type TextKind = "text" | "email" | "tel" | "password" | "select" | "textarea";
/** Kinds of forms with steps: one of several, yes or nothing, any number of several, a file. */
type ChoiceKind = "radios" | "checkbox" | "checkboxes" | "file";

/** One field of a plain form: rule and presentation together, as data. */
export type Field = FieldOfKind<TextKind>;
/** One field of a form with steps. */
export type StepField = FieldOfKind<TextKind | ChoiceKind>;

interface FieldOfKind<Kind> {
  readonly name: string;
  readonly kind: Kind;
  readonly label: string;
  /** Stands under the label; says what to type or why we ask. */
  readonly hint?: string;
  /** Token of the HTML autocomplete attribute. */
  readonly autocomplete: string;
  /** Choices in order; the first is the default of a select, other kinds begin without one. */
  readonly options?: readonly string[];
  readonly rules: readonly Rule[];
  /** Codes that people copy letter by letter: no capitals or spelling help, slashed zero. */
  readonly exact?: boolean;
  /** Most characters, when fewer than the kind allows; the control takes no more. */
  readonly maxLength?: number;
  /** Codes that are kept where people may paste a whole name. */
  readonly codes?: Codes;
  /** Kept in capitals, as a state's two letters are. */
  readonly capitals?: boolean;
  /** Digits only: phones show the number keys. */
  readonly numeric?: boolean;
  /** The field is asked only after one of these answers to an earlier field. */
  readonly showIf?: { readonly field: string; readonly is: readonly string[] };
  /** Offered only to people whose ad company would hear of them. */
  readonly onlyFromAds?: true;
  /** Checkboxes in a table: each option is "<row> <column>". */
  readonly grid?: {
    readonly rows: readonly string[];
    readonly columns: readonly { readonly name: string; readonly hours: string }[];
  };
  /** What a checkbox is about, to read before ticking it. */
  readonly links?: readonly { readonly label: string; readonly path: string }[];
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
/** An answer of a form with steps: a text, "yes" for a ticked checkbox, a list for checkboxes. */
export type Answer = string | readonly string[];
/** Answers by field name; a missing one was not given. */
export type Answers = Readonly<Record<string, Answer>>;
/** First broken rule for each invalid field; empty when all is well. */
export type FormErrors = Readonly<Record<string, string>>;

/** Longest texts of kinds that may hold more than the others. */
const maxTextLength: Readonly<Record<string, number>> = { email: 320, textarea: 10_000 };
const defaultMaxLength = 200;

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

/** A text as it is checked and stored: trimmed, but for passwords. */
export function normalize({ kind, capitals }: StepField, value: string): string {
  // Spaces around a password are part of it.
  const text = kind === "password" ? value : value.trim();
  return capitals ? text.toUpperCase() : text;
}

function findFieldError(field: StepField, answer: Answer): string | undefined {
  const { label, kind, options, maxLength } = field;
  const value = String(answer);
  if (!isStorableText(value)) return `${label} has a character that we cannot save.`;
  // Only a select cannot be left open; for the others the rules decide.
  if (
    options &&
    (value || kind === "select") &&
    ![answer].flat().every((one) => options.includes(one))
  )
    return `${label}: choose one.`;
  const max = maxLength ?? maxTextLength[kind] ?? defaultMaxLength;
  const error = findError(field.rules, value);
  // The words for a text that is too long are costly to make and hardly ever needed.
  return error ?? (value.length > max && !options ? tooLong(label, max) : undefined);
}

/** The fields that these answers ask for, in order. A condition names an earlier field. */
export function shownFields<F extends StepField>(
  fields: readonly F[],
  values: Answers,
): readonly F[] {
  const shown = new Set<string>();
  return fields.filter(({ name, showIf }) => {
    const isShown =
      !showIf ||
      (shown.has(showIf.field) &&
        [values[showIf.field] ?? ""].flat().some((one) => showIf.is.includes(one)));
    if (isShown) shown.add(name);
    return isShown;
  });
}

/** Checks trimmed values, field by field in order. Runs alike in the browser and on the server. */
export function checkForm(
  form: { readonly fields: readonly StepField[] },
  values: Answers,
): FormErrors {
  const errors: Record<string, string> = {};
  for (const field of shownFields(form.fields, values)) {
    const error = findFieldError(field, values[field.name] ?? "");
    if (error) errors[field.name] = error;
  }
  return errors;
}

/** Values without passwords, which are never sent back or laid ready. */
export function withoutPasswords(
  form: FormDefinition,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const secret = new Set(form.fields.filter((it) => it.kind === "password").map((it) => it.name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}

/** A field that may stay empty says so in its label. */
export function isOptional({ kind, rules }: StepField): boolean {
  return kind !== "select" && !rules.some((rule) => rule.kind === "required");
}
