import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { endpoints, type Reauthentication } from "../../../../contract/endpoints/endpoints.ts";
import type { FormDefinition } from "../../../../contract/form-engine/define-form.ts";
import { paths } from "../../../../contract/paths.ts";
import { hasPasskeys } from "../../../auth/passkeys/passkey-support.ts";
import { authenticateWithPasskey, passkeyErrorMessage } from "../../../auth/passkeys/passkeys.ts";
import { EndpointForm } from "../../../forms/endpoint-form.tsx";
import type { Outcome } from "../../../runtime/api.ts";
import { Button, ButtonRow } from "../../../ui/button.tsx";
import messageStyles from "../../../ui/message-dialog.module.css";
import styles from "../settings.module.css";
import type { DialogResultProps } from "../shared/panel-props.ts";
import { useSettings } from "../shared/settings-context.ts";
import { UserName } from "../shared/user-name.tsx";
import dialogStyles from "./dialogs.module.css";

interface ReauthDialogProps extends DialogResultProps {
  readonly heading: string;
  /** What happens when the proof is given. */
  readonly children: ReactNode;
  /** A form with the one field `password`; its button says what is done. */
  readonly form: FormDefinition<"password">;
  /** What the button says that changes nothing. */
  readonly cancelLabel: string;
  /** The proof ends something: the button that changes nothing stands first. */
  readonly isDestructive?: boolean;
  readonly onReauth: (reauth: Reauthentication) => Promise<Outcome<object>>;
}

/** Asks for the password, or a passkey, before something that a stranger must not do. */
export function ReauthDialog(props: ReauthDialogProps) {
  const { heading, children, form, cancelLabel, isDestructive = false, onReauth, onResult } = props;
  const {
    settings: { passkeys },
    withReauth,
  } = useSettings();
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<string>();
  const headingId = useId();
  const isDone = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector("h2")?.focus();
  }, []);

  /** React tells of the alert that stands within this box as well. */
  function close({ target, currentTarget }: SyntheticEvent) {
    if (target === currentTarget && !isDone.current) onResult(false);
  }

  /** Closing gives the focus back to where it was, so it comes before anything moves. */
  function finish() {
    isDone.current = true;
    dialog.current?.close();
    onResult(true);
  }

  async function askDevice() {
    setError(undefined);
    const answer = await authenticateWithPasskey(`${endpoints.confirmIdentity}/options`);
    const outcome = answer.ok ? await withReauth(() => onReauth({ passkey: answer.data })) : answer;
    if (outcome.ok) finish();
    else setError(passkeyErrorMessage(outcome));
  }

  const cancelButton = (
    <Button look={isDestructive ? "solid" : "ghost"} onClick={() => dialog.current?.close()}>
      {cancelLabel}
    </Button>
  );
  const mayUsePasskey = passkeys.length > 0 && hasPasskeys();
  return (
    <dialog
      ref={dialog}
      className={messageStyles.dialog}
      aria-labelledby={headingId}
      onClose={close}
    >
      <h2 id={headingId} tabIndex={-1}>
        {heading}
      </h2>
      <div className={dialogStyles.dialogText}>{children}</div>
      <EndpointForm
        form={form}
        action={paths.settings}
        onSend={(values) => withReauth(() => onReauth(values))}
        onDone={finish}
        cancelButton={isDestructive && cancelButton}
        after={
          <div className={dialogStyles.alternatives}>
            {(mayUsePasskey || !isDestructive) && (
              <ButtonRow>
                {mayUsePasskey && (
                  <Button look="ghost" onClick={() => void askDevice()}>
                    {isDestructive ? `${form.submitLabel} With a Passkey` : "Use a passkey instead"}
                  </Button>
                )}
                {!isDestructive && cancelButton}
              </ButtonRow>
            )}
            <p role="alert" className={styles.error}>
              {error}
            </p>
          </div>
        }
      >
        <UserName />
      </EndpointForm>
    </dialog>
  );
}
