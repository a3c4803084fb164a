import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { useLocation } from "../../../../platform/site/runtime/router-context.tsx";
import { LogOut } from "./log-out.tsx";
import styles from "./portal-nav.module.css";
import { requestsAnchor } from "./requests.ts";

const pages = [
  { path: paths.profile, label: "Profile" },
  { path: `${paths.profile}#${requestsAnchor}`, label: "Requests" },
  { path: paths.editProfile, label: "Edit profile" },
  { path: paths.settings, label: "Settings" },
  { path: paths.helpers, label: "Helpers" },
  { path: paths.callMe, label: "Call me" },
] as const;

/**
 * Links between the portal's pages, and the log-out. The profile has its own log-out; on the
 * edit-profile page people leave the form first, which asks about unsaved changes.
 */
export function PortalNav() {
  const { pathname } = useLocation();
  const hasLogOut = pathname !== paths.profile && pathname !== paths.editProfile;
  return (
    <nav className={styles.nav} aria-label="Your account">
      <ul>
        {pages.map(({ path, label }) => (
          <li key={path}>
            <AppLink to={path} current={path === pathname}>
              {label}
            </AppLink>
          </li>
        ))}
        {hasLogOut && (
          <li className={styles.leave}>
            <LogOut />
          </li>
        )}
      </ul>
    </nav>
  );
}
