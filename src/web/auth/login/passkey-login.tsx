import { useEffect, useState } from "react";
import { endpoints, type LoginResponse } from "../../../contract/endpoints/endpoints.ts";
import { loginFailed } from "../../../contract/forms/login.ts";
import { doorCreate } from "../../pictures/forms.ts";
import { post } from "../../runtime/api.ts";
import { loadChunk } from "../../runtime/chunk.ts";
import { Button } from "../../ui/button.tsx";
import { MessageDialog } from "../../ui/message-dialog.tsx";
import styles from "../parts/auth.module.css";
import { checkKept } from "../parts/use-auth-form.ts";
import { hasPasskeys } from "../passkeys/passkey-support.ts";

interface PasskeyLoginProps {
  /** Where the reader was going. */
  readonly extras: Readonly<Record<string, string>>;
  readonly onDone: (answer: LoginResponse) => Promise<void>;
}

/** Logging in with finger, face or screen lock, in browsers that know passkeys. */
export function PasskeyLogin({ extras, onDone }: PasskeyLoginProps) {
  // The server cannot know: the button comes once the page is awake.
  const [isKnown, setIsKnown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  useEffect(() => setIsKnown(hasPasskeys()), []);

  async function logIn() {
    setBusy(true);
    const { askPasskey, passkeyErrorMessage } = await loadChunk(
      () => import("../passkeys/passkeys.ts"),
    );
    const answer = await askPasskey(`${endpoints.passkeyLogin}/options`);
    const outcome = answer.ok
      ? await checkKept(
          await post<LoginResponse>(endpoints.passkeyLogin, { ...answer.data, ...extras }),
        )
      : answer;
    if (outcome.ok) await onDone(outcome.data as LoginResponse);
    else setFault(passkeyErrorMessage(outcome));
    setBusy(false);
  }

  function notLoaded(error: Error) {
    setFault(error.message);
    setBusy(false);
  }

  if (!isKnown) return null;
  return (
    <div className={styles.passkey}>
      <Button
        look="ghost"
        aria-disabled={busy || undefined}
        onClick={() => {
          if (!busy) logIn().catch(notLoaded);
        }}
      >
        Log in with a passkey
      </Button>
      <p className="sr" role="status">
        {busy ? "Waiting for your passkey..." : ""}
      </p>
      {fault && (
        <MessageDialog
          kind="alert"
          heading={loginFailed.heading}
          picture={doorCreate}
          button={loginFailed.button}
          onClose={() => setFault(undefined)}
        >
          <p>{fault}</p>
        </MessageDialog>
      )}
    </div>
  );
}
