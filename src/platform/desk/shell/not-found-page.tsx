import { Link } from "react-router";
import { deskPaths } from "../../contract/desk/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Actions, Panel, Panels } from "../ui/panel.tsx";
import { PageHeading } from "./page-heading.tsx";

/** Shown for a URL without a route. */
export function NotFoundPage() {
  return (
    <Panels>
      <Panel>
        <PageHeading>There is no such page</PageHeading>
        <p>The address may have a typing error, or the page has moved.</p>
        <Actions>
          <Link to={deskPaths.start} className={buttonClass()}>
            Go to the desk
          </Link>
        </Actions>
      </Panel>
    </Panels>
  );
}
