import { Link, Outlet, useLocation } from "react-router";
import { deskPaths } from "../../contract/desk/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Actions, Panel, Panels } from "../ui/panel.tsx";
import type { NavItem } from "./nav-item.ts";
import { PageHeading } from "./page-heading.tsx";
import { useCurrentStaff } from "./session.ts";

interface PermittedPageProps {
  /** The item of the menus whose page an address belongs to. */
  readonly findPage: (pathname: string) => NavItem | undefined;
}

/**
 * The page of the address, or a sentence instead of a page that would be empty, because the server
 * lets this person read none of it.
 */
export function PermittedPage({ findPage }: PermittedPageProps) {
  const { permissions } = useCurrentStaff();
  const { pathname } = useLocation();
  const page = findPage(pathname);
  if (!page || permissions.includes(page.permission)) return <Outlet />;
  return (
    <Panels>
      <Panel>
        <PageHeading>Your role does not include this page</PageHeading>
        <p>Ask an admin of the desk if you need it: {page.label}.</p>
        <Actions>
          <Link to={deskPaths.start} className={buttonClass()}>
            Go to your first page
          </Link>
        </Actions>
      </Panel>
    </Panels>
  );
}
