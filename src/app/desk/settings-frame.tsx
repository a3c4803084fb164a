import { NavLink, Outlet } from "react-router";
import { useCurrentStaff } from "../../platform/desk/shell/session.ts";
import { Panel, Panels } from "../../platform/desk/ui/panel.tsx";
import styles from "./settings-frame.module.css";
import { settingsPages } from "./settings-pages.ts";

export function SettingsFrame() {
  const { permissions } = useCurrentStaff();
  const pages = settingsPages.filter(({ permission }) => permissions.includes(permission));
  return (
    <Panels className={styles.frame}>
      <Panel className={styles.side}>
        <nav aria-label="Settings">
          <p className={styles.heading}>Settings</p>
          <ul className={styles.menu}>
            {pages.map(({ path, label, more }) => (
              <li key={path}>
                <NavLink to={path}>
                  {label}
                  {more !== undefined && <span className="sr">{more}</span>}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </Panel>
      <Outlet />
    </Panels>
  );
}
