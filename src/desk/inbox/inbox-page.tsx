import { PageHeading } from "../shell/page-heading.tsx";
import { Panel, Panels } from "../ui/panel.tsx";

/** Messages of all public forms. */
export function InboxPage() {
  return (
    <Panels>
      <Panel>
        <PageHeading>Inbox</PageHeading>
      </Panel>
    </Panels>
  );
}
