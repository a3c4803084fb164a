import type { StaffRole } from "../../../platform/contract/desk/roles.ts";
import { normalizeEmail } from "../../../platform/contract/email.ts";
import {
  emailRules,
  findError,
  isStorableText,
} from "../../../platform/contract/form-engine/rules.ts";
import { normalizeLine } from "../../../platform/contract/text.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import { findStaffNameError } from "../contract/staff-names.ts";

const maxNameLength = 80;

export interface NewStaff {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
}

/** Validates an invitation. @throws ApiError "invalid" with the fields' messages */
export function checkNewStaff({ name, email, roles }: NewStaff): NewStaff {
  const values = {
    name: normalizeLine(name).replace(/ +/g, " "),
    email: normalizeEmail(email),
    roles,
  };
  const fields: Record<string, string> = {};
  const nameError = findNameError(values.name);
  if (nameError !== undefined) fields.name = nameError;
  const emailError = findError(emailRules, values.email);
  if (emailError !== undefined) fields.email = emailError;
  if (roles.length === 0) fields.roles = noRole;
  if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
  return values;
}

export const noRole = "Choose at least one role.";

function findNameError(name: string): string | undefined {
  if (name === "") return "Name is required.";
  const isTooLong = name.length > maxNameLength || !isStorableText(name);
  return isTooLong
    ? `Name must be ${maxNameLength} characters or fewer.`
    : findStaffNameError(name);
}
