import { roleNames, type StaffRole, staffRoles } from "../../../contract/desk/roles.ts";
import { Icon } from "../../../web/ui/icon.tsx";
import styles from "./staff.module.css";

interface RoleChoiceProps {
  /** Part of the ids. */
  readonly id: string;
  readonly checked: readonly StaffRole[];
  readonly error: string | undefined;
}

/** Name of a role's field. */
function roleField(role: StaffRole): string {
  return `role-${role}`;
}

/** The roles that a form has. */
export function readRoles(values: Readonly<Record<string, string>>): StaffRole[] {
  return staffRoles.filter((role) => values[roleField(role)] !== undefined);
}

/** Check boxes for the roles. Uncontrolled. */
export function RoleChoice({ id, checked, error }: RoleChoiceProps) {
  return (
    <fieldset aria-describedby={error ? `${id}-roles-error` : undefined}>
      <legend className={styles.legend}>Roles</legend>
      <div className={styles.roles}>
        {staffRoles.map((role) => (
          <label key={role} className={styles.check}>
            <input type="checkbox" name={roleField(role)} defaultChecked={checked.includes(role)} />
            {roleNames[role]}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-roles-error`} className={styles.error}>
          <Icon name="warning" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
