import { useState } from "react";
import { paths } from "../../../contract/paths.ts";
import { AppLink } from "../../page/app-link.tsx";
import { chunkFailedMessage } from "../../runtime/chunk.ts";
import { preloadPage } from "../../runtime/route-table.ts";
import { useLocation, useNavigate } from "../../runtime/router-context.tsx";
import { Button, ButtonRow, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorScreen } from "./error-screen.tsx";

/** Error screen for a page whose code did not load. Retries the import, then reloads the document. */
export function ChunkFailure() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [trying, setTrying] = useState(false);

  async function tryAgain() {
    if (trying) return;
    setTrying(true);
    if (await preloadPage(pathname)) {
      await navigate(pathname + search + hash, { replace: true });
    } else {
      location.reload();
    }
  }

  return (
    <ErrorScreen heading="This page did not load" message={chunkFailedMessage}>
      <p className="lead">
        One part of the page did not load. Check your internet connection, then try again.
      </p>
      <ButtonRow>
        <Button look="marigold" onClick={() => void tryAgain()} aria-disabled={trying}>
          <Icon name="again" />
          {trying ? "Trying again..." : "Try again"}
        </Button>
        <AppLink to={paths.contact} className={buttonClass("ghostPaper")}>
          Get in touch
        </AppLink>
      </ButtonRow>
    </ErrorScreen>
  );
}
