import { roleNames, type StaffRole, staffRoles } from "../../../platform/contract/desk/roles.ts";
import { CheckChoice, readChoice } from "../../../platform/desk/settings/check-choice.tsx";

interface RoleChoiceProps {
  readonly id: string;
  readonly checked: readonly StaffRole[];
  readonly error: string | undefined;
}

const group = "role";

export function readRoles(values: Readonly<Record<string, string>>): StaffRole[] {
  return readChoice(group, staffRoles, values);
}

/** Check boxes for the roles. Uncontrolled. */
export function RoleChoice(props: RoleChoiceProps) {
  return <CheckChoice {...props} group={group} legend="Roles" labels={roleNames} />;
}
