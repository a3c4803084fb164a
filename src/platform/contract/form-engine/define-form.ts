import { normalizeEmail } from "../email.ts";
import { normalizePhone } from "../phone.ts";
import { normalizeLine, normalizeText } from "../text.ts";
import { findError, isStorableText, type Rule, tooLong } from "./rules.ts";
import type { Codes } from "./state-codes.ts";

/**
 * The closed set of field kinds. A kind decides the control, the keyboard and the maximum length.
 */
type TextKind = "text" | "email" | "tel" | "password" | "select" | "textarea";
/** Kinds in forms with steps: one of several, yes or nothing, any number of several, a file. */
type ChoiceKind = "radios" | "checkbox" | "checkboxes" | "file";

/** One field of a plain form: rule and presentation together, as data. */
export type Field = FieldOfKind<TextKind>;
export type StepField = FieldOfKind<TextKind | ChoiceKind>;

/** Holds if an earlier field is shown and has one of these answers. */
export interface Condition {
  readonly field: string;
  readonly is: readonly string[];
}

/** What an accepted value is looked at for, to note what cannot work: `findDoubt`. */
type DoubtKind = "phone" | "zip" | "state" | "first-name" | "new-password";

interface FieldOfKind<Kind> {
  readonly name: string;
  readonly kind: Kind;
  readonly label: string;
  /** Shown below the label; says what to type or why we ask. */
  readonly hint?: string;
  readonly autocomplete: string;
  /** Choices in order; the first is the default of a select, other kinds start without one. */
  readonly options?: readonly string[];
  readonly rules: readonly Rule[];
  /**
   * Codes that people copy character by character: no capitalization or spell checking, slashed
   * zero.
   */
  readonly exact?: boolean;
  /** Maximum characters, if fewer than the kind allows; the control accepts no more. */
  readonly maxLength?: number;
  /** Maximum characters, if more than the kind allows; an error says so. */
  readonly maxText?: number;
  /** Codes for fields where people may paste a whole name. */
  readonly codes?: Codes;
  /** Stored in capitals, like a state's two letters. */
  readonly capitals?: boolean;
  /** Its value gets a note, and is accepted, if it cannot work. */
  readonly doubt?: DoubtKind;
  /** Digits only: phones show the number pad. */
  readonly numeric?: boolean;
  /** The field is shown only if this condition holds, or every one of these. */
  readonly showIf?: Condition | readonly Condition[];
  /** Shown only to people whose answers would be reported to an ad company. */
  readonly onlyFromAds?: true;
  /** Checkboxes in a table: each option is "<row> <column>". */
  readonly grid?: {
    readonly rows: readonly string[];
    readonly columns: readonly { readonly name: string; readonly hours: string }[];
  };
  readonly links?: readonly { readonly label: string; readonly path: string }[];
}

/**
 * One form, as data: the source of the checks on both sides, the types, the rendered form, the POST
 * route, the stored record, the OpenAPI entry and the table of test cases.
 */
export interface FormDefinition<Name extends string = string> {
  readonly collection: string;
  /** Fields in the order in which they are shown, checked and stored. */
  readonly fields: readonly (Field & { readonly name: Name })[];
  readonly submitLabel: string;
  readonly success: {
    readonly heading: string;
    readonly text: string;
    readonly next?: string;
  };
  readonly failure: string;
  /** What the form contains after "Send another". */
  readonly afterSuccess: "reset" | "keep";
}

export type FormValues<Name extends string = string> = Record<Name, string>;
/** An answer in a form with steps: a text, "yes" for a checked checkbox, a list for checkboxes. */
export type Answer = string | readonly string[];
/** Answers by field name; absent if not given. */
export type Answers = Readonly<Record<string, Answer>>;
/** The message of the first broken rule for each invalid field; empty if all are valid. */
export type FormErrors = Readonly<Record<string, string>>;

/** Maximum characters of kinds that allow more than the default. */
const maxTextLength: Readonly<Record<string, number>> = { email: 320, textarea: 10_000 };
const defaultMaxLength = 200;

/**
 * Maximum characters where no rule limits them. The database needs none: with it all fields of such
 * a form fit into one request, so that a text which is too long is named at its field.
 */
export const maxUncheckedLength = 1000;

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

/**
 * Reads the form's values from unknown input; texts are normalized except passwords, missing ones are
 * empty.
 */
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

export function normalize({ kind, capitals }: StepField, value: string): string {
  const text = normalizeKind(kind, value);
  return capitals ? text.toUpperCase() : text;
}

function normalizeKind(kind: StepField["kind"], value: string): string {
  switch (kind) {
    case "text":
      return normalizeLine(value);
    case "email":
      return normalizeEmail(value);
    case "tel":
      return normalizePhone(value);
    case "textarea":
      return normalizeText(value);
    // As typed, with the spaces around it: older ones were hashed like that.
    case "password":
      return value;
    default:
      return value.trim();
  }
}

function findFieldError(field: StepField, answer: Answer): string | undefined {
  const { label, kind, options, maxLength, maxText } = field;
  const value = String(answer);
  if (!isStorableText(value)) return `${label} has a character that we cannot save.`;
  // Only a select cannot be empty; for other kinds the rules decide.
  if (
    options &&
    (value || kind === "select") &&
    ![answer].flat().every((one) => options.includes(one))
  )
    return `${label}: choose one.`;
  const max = maxLength ?? maxText ?? maxTextLength[kind] ?? defaultMaxLength;
  const error = findError(field.rules, value);
  // The message for a too long text is costly to create and hardly ever needed.
  return error ?? (value.length > max && !options ? tooLong(label, max) : undefined);
}

/** The fields to show with these answers, in order. */
export function shownFields<F extends StepField>(
  fields: readonly F[],
  values: Answers,
): readonly F[] {
  const shown = new Set<string>();
  return fields.filter(({ name, showIf }) => {
    const isShown = [showIf ?? []]
      .flat()
      .every(
        ({ field, is }) =>
          shown.has(field) && [values[field] ?? ""].flat().some((one) => is.includes(one)),
      );
    if (isShown) shown.add(name);
    return isShown;
  });
}

/** Checks normalized values, field by field in order, the same in the browser and on the server. */
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

/** Values without passwords, which are never sent back or prefilled. */
export function withoutPasswords(
  form: FormDefinition,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const secret = new Set(form.fields.filter((it) => it.kind === "password").map((it) => it.name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}

/** Whether a field may stay empty; its label says so. */
export function isOptional({ kind, rules }: StepField): boolean {
  return kind !== "select" && !rules.some((rule) => rule.kind === "required");
}
