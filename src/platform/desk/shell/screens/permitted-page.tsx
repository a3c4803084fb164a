import { Link, Outlet, useLocation } from "react-router";
import { deskPaths } from "../../../contract/desk/paths.ts";
import { usePerson } from "../../session/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Actions, Panel, Panels } from "../../ui/panel.tsx";
import { findPage, type NavItem, navItems } from "../nav-items.ts";
import { PageHeading } from "../page-heading.tsx";

/**
 * The page of the address, or a sentence instead of a page that would be empty, because the server
 * lets this person read none of it.
 * @param more pages of other menus than the bar
 */
export function PermittedPage({ more }: { more: readonly NavItem[] }) {
  const { permissions } = usePerson();
  const { pathname } = useLocation();
  const page = findPage([...navItems, ...more], pathname);
  if (!page || permissions.includes(page.permission)) return <Outlet />;
  return (
    <Panels>
      <Panel>
        <PageHeading>Your role does not include this page</PageHeading>
        <p>Ask an admin of the desk if you need it: {page.label}.</p>
        <Actions>
          <Link to={deskPaths.overview} className={buttonClass()}>
            Go to your first page
          </Link>
        </Actions>
      </Panel>
    </Panels>
  );
}
