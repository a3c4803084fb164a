import {
  deskPermissions,
  hasPermission,
  permissionNames,
  roleNames,
  staffRoles,
} from "../../../platform/contract/desk/roles.ts";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import styles from "./role-table.module.css";

/** What each role may do, from the table of permissions itself. */
export function RoleTable() {
  return (
    <>
      <h2 id="roles" className={styles.heading}>
        What each role may do
      </h2>
      <p>Staff with two roles may do what either one allows.</p>
      <div className={styles.frame}>
        <table className={styles.table} aria-labelledby="roles">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Task</span>
              </th>
              {staffRoles.map((role) => (
                <th key={role} scope="col">
                  {roleNames[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissionNames.map((permission) => (
              <tr key={permission}>
                <th scope="row">{deskPermissions[permission].label}</th>
                {staffRoles.map((role) => (
                  <RoleWindow
                    key={role}
                    role={roleNames[role]}
                    isLit={hasPermission([role], permission)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** One cell of the table. In narrow windows it names its role, since the head is hidden. */
function RoleWindow({ role, isLit }: { role: string; isLit: boolean }) {
  return (
    <td className={isLit ? styles.lit : undefined}>
      {isLit && <Icon name="check" />}
      <span className="sr">{isLit ? "Yes" : "No"}</span>
      <span className={styles.role} aria-hidden="true">
        {role}
      </span>
    </td>
  );
}
