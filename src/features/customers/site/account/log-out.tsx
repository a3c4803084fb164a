import { useState } from "react";
import { formatError } from "../../../../platform/contract/errors/error-message.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { nightStreet } from "../../../../platform/site/pictures/nights.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import { loadChunk } from "../../../../platform/site/runtime/chunk.ts";
import { useNavigate } from "../../../../platform/site/runtime/router-context.tsx";
import { Button } from "../../../../platform/site/ui/button.tsx";
import { ConfirmDialog } from "../../../../platform/site/ui/confirm-dialog.tsx";
import { authEndpoints } from "../../contract/auth-endpoints.ts";
import { PortalIcon } from "./portal-icon.tsx";

export function LogOut() {
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [error, setError] = useState<string>();
  const navigate = useNavigate();

  async function leave() {
    setLeaving(true);
    setError(undefined);
    const outcome = await request(authEndpoints.logout);
    setLeaving(false);
    // An expired session is as good as a log-out.
    if (outcome.ok || outcome.error.code === "not-signed-in") {
      const loaded = await loadChunk(() => import("./clear-client-state.ts")).catch(
        () => undefined,
      );
      // Loading a document clears the same state.
      if (!loaded) return location.replace(paths.login);
      loaded.clearClientState();
      await navigate(paths.login, { replace: true });
    } else {
      setError(`You are still logged in: ${formatError(outcome.error)}`);
    }
  }

  return (
    <>
      <Button look="ghost" onClick={() => setAsking(true)}>
        <PortalIcon name="leave" />
        Log Out
      </Button>
      {asking && (
        <ConfirmDialog
          heading="Log out?"
          picture={nightStreet}
          cancelLabel="Stay logged in"
          confirmLabel={leaving ? "Logging out..." : "Log out"}
          busy={leaving}
          error={error}
          onCancel={() => setAsking(false)}
          onConfirm={() => void leave()}
        >
          <p>You can log back in at any time.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
