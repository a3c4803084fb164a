import { useRouteError } from "react-router";
import { failureMessage } from "../data/desk-request.ts";
import { RequestFailure } from "../data/request-failure.ts";
import { Button } from "../ui/button.tsx";
import { Actions, Panel, Panels } from "../ui/panel.tsx";
import { DeskBar } from "./desk-bar.tsx";
import { PageHeading } from "./page-heading.tsx";
import styles from "./shell.module.css";

/** Reports that a page could not be opened, with a retry. @param inShell below the shell's bar */
export function ErrorScreen({ inShell = false }: { inShell?: boolean }) {
  const error = useRouteError();
  const failure = error instanceof RequestFailure ? error.error : undefined;
  const page = (
    <Panels>
      <Panel>
        <PageHeading>This page did not open</PageHeading>
        <p role="alert">
          {failure ? failureMessage(failure) : "Something went wrong on this page. Open it again."}
        </p>
        <Actions>
          <Button onClick={() => location.reload()}>Try again</Button>
        </Actions>
      </Panel>
    </Panels>
  );
  if (inShell) return page;
  return (
    <div className={styles.desk}>
      <DeskBar />
      <main className={styles.main}>{page}</main>
    </div>
  );
}
