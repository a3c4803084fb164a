import { DeskBar } from "../shell/desk-bar.tsx";
import { PageHeading } from "../shell/page-heading.tsx";
import shell from "../shell/shell.module.css";
import { Panel, Panels } from "../ui/panel.tsx";

/** Logging in to the desk. */
export function LoginPage() {
  return (
    <div className={shell.desk}>
      <DeskBar />
      <main className={shell.main}>
        <Panels>
          <Panel>
            <PageHeading>Log in to the desk</PageHeading>
          </Panel>
        </Panels>
      </main>
    </div>
  );
}
