import { type ReactNode, use } from "react";
import { pathOf } from "../../../../../platform/contract/define-endpoint.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { PhoneLinks } from "../../../../../platform/site/page/phone-links.tsx";
import { FormStateContext } from "../../../../../platform/site/runtime/form-state.ts";
import { useLocation } from "../../../../../platform/site/runtime/router-context.tsx";
import { Button, buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { authPath } from "../../../contract/auth.ts";
import { authEndpoints } from "../../../contract/auth-endpoints.ts";
import {
  type PortalState,
  portalCollection,
  withoutScripts,
} from "../../../contract/portal-pages.ts";
import styles from "../portal-screen.module.css";
import { requestsAnchor } from "../requests.ts";

const pages = [
  { path: withoutScripts(paths.profile), label: "Profile" },
  { path: `${withoutScripts(paths.profile)}#${requestsAnchor}`, label: "Requests" },
  { path: withoutScripts(paths.editProfile), label: "Edit profile" },
  { path: withoutScripts(paths.settings), label: "Settings" },
] as const;

interface PlainFrameProps {
  readonly children: (portal: PortalState) => ReactNode;
}

/**
 * What a browser without scripts shows of a signed-in person's page. Only the server renders it, and
 * only with `noScriptQuery` with data.
 */
export function PlainFrame({ children }: PlainFrameProps) {
  const { pathname } = useLocation();
  const state = use(FormStateContext);
  const portal = state?.portal;
  const isAsked = state?.collection === portalCollection;
  // Without its query, a request's page is not known here.
  const here = pathname === paths.request ? paths.profile : pathname;
  return (
    <div className={styles.plain}>
      {portal ? (
        <>
          <nav aria-label="Your account">
            <ul className={styles.links}>
              {pages.map(({ path, label }) => (
                <li key={path}>
                  <AppLink to={path} current={path === withoutScripts(pathname)}>
                    {label}
                  </AppLink>
                </li>
              ))}
            </ul>
          </nav>
          {portal.isSaved && <p role="status">Your changes are saved.</p>}
          {children(portal)}
        </>
      ) : (
        <>
          <p className="lead">
            JavaScript is off in your browser. You can still see your details and your requests.
          </p>
          {isAsked ? (
            <AppLink to={authPath(paths.login, withoutScripts(here))} className={buttonClass()}>
              Log in first
            </AppLink>
          ) : (
            <AppLink to={withoutScripts(here)} className={buttonClass()}>
              Show them without JavaScript
            </AppLink>
          )}
        </>
      )}
      {!isAsked || portal ? (
        <form method="post" action={pathOf(authEndpoints.logout)}>
          <Button type="submit" look={portal ? "ghost" : "solid"}>
            Log Out
          </Button>
        </form>
      ) : null}
      <PhoneLinks />
    </div>
  );
}
