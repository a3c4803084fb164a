import { useEffect, useState } from "react";
import { doorCreate } from "../../../../../platform/site/pictures/forms.ts";
import { request } from "../../../../../platform/site/runtime/api.ts";
import { loadChunk } from "../../../../../platform/site/runtime/chunk.ts";
import { Button } from "../../../../../platform/site/ui/button.tsx";
import { MessageDialog } from "../../../../../platform/site/ui/message-dialog.tsx";
import { authEndpoints, type LoginResponse } from "../../../contract/auth-endpoints.ts";
import { loginFailed } from "../../../contract/login.ts";
import styles from "../auth.module.css";
import { hasPasskeys } from "../passkey-support.ts";
import { verifySession } from "../use-auth-form.ts";

interface PasskeyLoginProps {
  readonly extras: Readonly<Record<string, string>>;
  readonly onDone: (response: LoginResponse) => Promise<void>;
}

export function PasskeyLogin({ extras, onDone }: PasskeyLoginProps) {
  // The server cannot detect this: the button appears after hydration.
  const [isSupported, setIsSupported] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => setIsSupported(hasPasskeys()), []);

  async function logIn() {
    setBusy(true);
    const { authenticateWithPasskey, passkeyErrorMessage } = await loadChunk(
      () => import("../passkeys.ts"),
    );
    const assertion = await authenticateWithPasskey(authEndpoints.passkeyOptions);
    const outcome = assertion.ok
      ? await verifySession(
          await request(authEndpoints.passkeyLogin, { ...assertion.data, ...extras }),
        )
      : assertion;
    if (outcome.ok) await onDone(outcome.data as LoginResponse);
    else setError(passkeyErrorMessage(outcome));
    setBusy(false);
  }

  function showLoadError(error: Error) {
    setError(error.message);
    setBusy(false);
  }

  if (!isSupported) return null;
  return (
    <div className={styles.passkey}>
      <Button
        look="ghost"
        aria-disabled={busy || undefined}
        onClick={() => {
          if (!busy) logIn().catch(showLoadError);
        }}
      >
        Log in with a passkey
      </Button>
      <p className="sr" role="status">
        {busy ? "Waiting for your passkey..." : ""}
      </p>
      {error && (
        <MessageDialog
          kind="alert"
          heading={loginFailed.heading}
          picture={doorCreate}
          button={loginFailed.button}
          onClose={() => setError(undefined)}
        >
          <p>{error}</p>
        </MessageDialog>
      )}
    </div>
  );
}
