import { facts } from "../facts.ts";

/**
 * Field rules with their exact words (SPEC 5). A rule is data; `findError` below
 * is the only place that knows how to check one, in the browser and on the server.
 */
export type Rule =
  | { readonly kind: "required"; readonly message: string }
  /** May be empty, unless another rule asks for it; so may the next four. */
  | { readonly kind: "email"; readonly message: string }
  | { readonly kind: "phone"; readonly message: string }
  /** Must fit the whole pattern, a regular expression as text. */
  | { readonly kind: "pattern"; readonly pattern: string; readonly message: string }
  /** Four digits: from a year to the next one, as things are sold under next year's number. */
  | { readonly kind: "year"; readonly oldest: number; readonly message: string }
  | {
      readonly kind: "length";
      readonly minimum: number;
      readonly maximum: number;
      readonly message: string;
    };

/** Longest e-mail address that mail servers accept (RFC 5321), in characters. */
const maxEmailLength = 254;

/** Not filled in, spaces aside. */
export function required(message: string): Rule {
  return { kind: "required", message };
}

/** The message for more than `max` characters, which keeps valid forms well below the 64 KB limit of a request. */
export function tooLong(label: string, max: number): string {
  // Not by toLocaleString: a server's first use of that takes a tenth of its start.
  const digits =
    max < 1000 ? `${max}` : `${Math.floor(max / 1000)},${`${max % 1000}`.padStart(3, "0")}`;
  return `${label} must be ${digits} characters or fewer.`;
}

/** The shape of an e-mail address, for fields that may stay empty: text, at sign, text, dot, text. */
export const emailRule: Rule = { kind: "email", message: "Email is invalid." };

/** The shared e-mail rule of SPEC 5: required, then of that shape. */
export const emailRules: readonly Rule[] = [required("Email is required."), emailRule];

/** The shared phone rule of SPEC 5: may be empty; counts the trimmed characters as typed. */
export const phoneRule: Rule = { kind: "phone", message: "Phone number is invalid." };

/** The rule for a new password (SPEC 5), counted in UTF-16 units as browsers do. */
export const passwordRule: Rule = {
  kind: "length",
  minimum: facts.password.minimumLength,
  maximum: facts.password.maximumLength,
  message: `Password must be between ${facts.password.minimumLength} and ${facts.password.maximumLength} characters.`,
};

/** What stands under the field of a new password. */
export const passwordHint = `${facts.password.minimumLength} to ${facts.password.maximumLength} characters. Letters, digits, signs and spaces all count.`;

/** The domain's labels are never empty: "example.com." would be a second name of one mailbox. */
const emailShape = /^[^@]+@[^@.]+(\.[^@.]+)+$/;
/**
 * Spaces, control characters, and the signs that mean something around an address (RFC 5322,
 * 3.2.3): with them an email would go to another address than the one that was counted.
 */
const notInEmail = /[\s\p{Cc}<>()[\]\\,;:"]/u;
const phoneShape = new RegExp(
  `^[\\d\\s()-]{${facts.phone.minimumLength},${facts.phone.maximumLength}}$`,
);

/** Text, at sign, text, dot, text, without spaces or signs that no plain address has. */
export function looksLikeEmail(value: string): boolean {
  return value.length <= maxEmailLength && emailShape.test(value) && !notInEmail.test(value);
}

/** Addresses compare without case, and however their accents are written. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}

function holds(rule: Rule, value: string): boolean {
  switch (rule.kind) {
    case "required":
      return value !== "";
    case "email":
      return value === "" || looksLikeEmail(value);
    case "phone":
      return value === "" || phoneShape.test(value);
    case "pattern":
      return value === "" || new RegExp(`^(?:${rule.pattern})$`, "u").test(value);
    case "year":
      return (
        value === "" ||
        (/^\d{4}$/.test(value) && +value >= rule.oldest && +value <= new Date().getFullYear() + 1)
      );
    case "length":
      return value.length >= rule.minimum && value.length <= rule.maximum;
  }
}

/** The message of the first rule that a trimmed value breaks, or undefined. */
export function findError(rules: readonly Rule[], value: string): string | undefined {
  return rules.find((rule) => !holds(rule, value))?.message;
}

/** Databases reject NUL, and half a surrogate pair cannot be written as UTF-8. */
export function isStorableText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}
