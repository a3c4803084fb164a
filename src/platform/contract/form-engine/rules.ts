import { hasEmail, normalizeEmail, toAsciiDomain } from "../email.ts";
import { facts } from "../facts.ts";
import { withoutInvisible } from "../text.ts";

/**
 * Field rules with their exact messages. A rule is data; only `findError` below checks
 * rules, in the browser and on the server.
 */
export type Rule =
  | { readonly kind: "required"; readonly message: string }
  /** May be empty, unless another rule requires a value; the same goes for the next four. */
  | { readonly kind: "email"; readonly message: string }
  | { readonly kind: "phone"; readonly message: string }
  /** Must match the whole pattern, a regular expression as text. */
  | { readonly kind: "pattern"; readonly pattern: string; readonly message: string }
  /** Four digits: from `oldest` to next year, because next year's models are already on sale. */
  | { readonly kind: "year"; readonly oldest: number; readonly message: string }
  | {
      readonly kind: "length";
      readonly minimum: number;
      readonly maximum: number;
      readonly message: string;
    };

/** Longest email address that email servers accept (RFC 5321), in characters. */
const maxEmailLength = 254;

/** Must not be empty. */
export function required(message: string): Rule {
  return { kind: "required", message };
}

/**
 * The message for more than `max` characters; the limits keep valid forms well below the 64 KB of a
 * request.
 */
export function tooLong(label: string, max: number): string {
  // Not toLocaleString: its first use takes a tenth of the server's startup time.
  const digits =
    max < 1000 ? `${max}` : `${Math.floor(max / 1000)},${`${max % 1000}`.padStart(3, "0")}`;
  return `${label} must be ${digits} characters or fewer.`;
}

/** The email rule for fields that may stay empty: text, at sign, text, dot, text. */
export const emailRule: Rule = { kind: "email", message: "Email is invalid." };

export const emailRules: readonly Rule[] = [required("Email is required."), emailRule];

/** May be empty; counts all characters, normalized. */
export const phoneRule: Rule = { kind: "phone", message: "Phone number is invalid." };

/** The rule for a new password, counted in UTF-16 units as browsers do, composed (NFC). */
export const passwordRule: Rule = {
  kind: "length",
  minimum: facts.password.minimumLength,
  maximum: facts.password.maximumLength,
  message: `Password must be between ${facts.password.minimumLength} and ${facts.password.maximumLength} characters.`,
};

export const passwordHint = `${facts.password.minimumLength} to ${facts.password.maximumLength} characters. Letters, numbers, symbols and spaces all count.`;

/** Labels of the domain are never empty: "example.com." would be an alias of the same mailbox. */
const emailShape = /^[^@]+@[^@.]+(\.[^@.]+)+$/;
/**
 * Spaces, control characters, quotation marks of any language, and special characters of RFC 5322,
 * 3.2.3: they could send an email to another address than the one that was counted.
 */
const notInEmail = /[\s\p{Cc}\p{Pi}\p{Pf}\u201a\u201e\u2800<>()[\]\\,;:"]/u;
const phoneShape = new RegExp(
  `^[\\d\\s()-]{${facts.phone.minimumLength},${facts.phone.maximumLength}}$`,
);

/** Text, at sign, text, dot, text, without spaces and special characters. */
export function looksLikeEmail(value: string): boolean {
  return (
    value.length <= maxEmailLength &&
    emailShape.test(value) &&
    !notInEmail.test(value) &&
    // Of customers without an email, whose addresses only the desk makes.
    hasEmail(value.toLowerCase())
  );
}

/**
 * Key by which addresses compare: one for all spellings of an address. Lower case, accents composed,
 * without invisible characters, a domain with letters of any script as its ASCII form (xn--). Emails
 * are sent to the address as it was typed, never to this.
 */
export function emailKey(email: string): string {
  const plain = withoutInvisible(normalizeEmail(email)).toLowerCase().normalize("NFC");
  const at = plain.lastIndexOf("@");
  return at < 0 ? plain : plain.slice(0, at + 1) + toAsciiDomain(plain.slice(at + 1));
}

function passes(rule: Rule, value: string): boolean {
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
    case "length": {
      // Passwords are kept as typed: the same letters must count the same on every computer.
      const { length } = value.normalize("NFC");
      return length >= rule.minimum && length <= rule.maximum;
    }
  }
}

/** The message of the first rule that a normalized value breaks, or undefined. */
export function findError(rules: readonly Rule[], value: string): string | undefined {
  return rules.find((rule) => !passes(rule, value))?.message;
}

/** Databases reject NUL; lone surrogates cannot be encoded as UTF-8. */
export function isStorableText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}
