import { staffPassword } from "../../../../platform/contract/desk/staff.ts";
import type { FieldErrors } from "../../../../platform/desk/data/use-desk-form.ts";
import { PasswordField } from "../../../../platform/desk/ui/password-field.tsx";

const { min, max } = staffPassword;

/** What can be checked before sending; the server also knows common passwords. */
export function checkNewPassword(field: string, password: string): FieldErrors {
  if (password === "") return { [field]: "Enter a new password." };
  if (password.length >= min && password.length <= max) return {};
  return { [field]: `Use ${min} to ${max} characters. These are ${password.length}.` };
}

interface NewPasswordFieldProps {
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  readonly error: string | undefined;
}

export function NewPasswordField({ id, name = "password", label, error }: NewPasswordFieldProps) {
  return (
    <PasswordField
      id={id}
      name={name}
      label={label}
      hint={`${min} to ${max} characters. Four or more words that do not belong together work well. No name, no email, nothing that is easy to guess.`}
      error={error}
      isNew
    />
  );
}
