import { useSyncExternalStore } from "react";
import { brand } from "../../../brand.ts";
import { paths } from "../../contract/paths.ts";
import { AppLink } from "../page/app-link.tsx";
import { hasLoggedOut, subscribeToLogOut } from "../runtime/prefill-customer.ts";
import { useLocation } from "../runtime/router-context.tsx";
import styles from "./top-line.module.css";

/** Pages that only a signed-in person sees; none is prerendered. */
const ownPages: readonly string[] = [
  paths.profile,
  paths.editProfile,
  paths.settings,
  paths.request,
  paths.askForHelp,
];

/** One line above the header: phone, help and log-in. It scrolls away. */
export function TopLine() {
  const { pathname } = useLocation();
  const isLoggedOut = useSyncExternalStore(subscribeToLogOut, hasLoggedOut, () => false);
  const { e164, shown } = brand.phone;
  return (
    <nav id="top" tabIndex={-1} className={`${styles.line} on-dark`} aria-label="Help and account">
      <div className="wrap">
        <ul>
          <li>
            <a href={`tel:${e164}`}>Call {shown}</a>
          </li>
          <li>
            <AppLink to={paths.help}>Help</AppLink>
          </li>
          <li>
            {ownPages.includes(pathname) && !isLoggedOut ? (
              <AppLink to={paths.profile}>My account</AppLink>
            ) : (
              <AppLink to={paths.login}>Log in</AppLink>
            )}
          </li>
        </ul>
      </div>
    </nav>
  );
}
