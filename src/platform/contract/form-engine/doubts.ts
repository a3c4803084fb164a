import { normalizePhone, splitExtension } from "../phone.ts";
import type { Field, FormDefinition } from "./define-form.ts";
import { emailKey } from "./rules.ts";
import { stateCodes } from "./state-codes.ts";

/**
 * What looks wrong with a value that is accepted but cannot work, and how it should look; undefined
 * if nothing does. Empty values are the form's own matter, except the first name.
 * @param values all values of the form: a password is compared with the email
 */
export async function findDoubt(
  { doubt }: Field,
  value: string,
  values: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const text = value.trim();
  if (doubt === "first-name") {
    return text === ""
      ? "Your first name is empty. We use it when we call or write to you."
      : undefined;
  }
  if (text === "") return undefined;
  switch (doubt) {
    case "phone":
      return doubtPhone(text);
    case "zip":
      return /^\d{5}(?:-?\d{4})?$/.test(text)
        ? undefined
        : "This does not look like a ZIP code. A ZIP code has 5 digits. Example: 80302";
    case "state":
      return Object.values(stateCodes.byName).includes(text.toUpperCase())
        ? undefined
        : "This is not a US state. Use its two letters. Example: CO";
    case "new-password": {
      const email = values.email ?? "";
      if (email !== "" && emailKey(text) === emailKey(email)) {
        return "Your password is the same as your email. Choose one that others can’t guess.";
      }
      return (await isCommon(text))
        ? "Many people use this password, so others can guess it. Three words are better."
        : undefined;
    }
    default:
      return undefined;
  }
}

function doubtPhone(text: string): string | undefined {
  const { main } = splitExtension(normalizePhone(text));
  // A number of another country is written with "+".
  if (/^\+(?!1\b|1\d)/.test(main)) return undefined;
  const digits = main.replace(/\D/g, "").replace(/^(?:011|00)?1(?=\d{10}$)/, "");
  if (digits.length === 10 && !/[a-z]{3}/i.test(main)) return undefined;
  if (digits.length === 0) return "This is not a phone number. A US number has 10 digits.";
  const count = digits.length === 1 ? "1 digit" : `${digits.length} digits`;
  return `This number has ${count}. A US number has 10.`;
}

/** Whether a password is one of the most common; not known without their list. */
async function isCommon(password: string): Promise<boolean> {
  if (/^(.)\1*$/.test(password)) return true;
  const list = await import("./common-passwords.ts").catch(() => undefined);
  return list?.commonPasswords.has(password.toLowerCase()) ?? false;
}

/** The doubts about a form's values, by field name. */
export async function findDoubts(
  { fields }: FormDefinition,
  values: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const field of fields) {
    const doubt = field.doubt && (await findDoubt(field, values[field.name] ?? "", values));
    if (doubt) found[field.name] = doubt;
  }
  return found;
}
