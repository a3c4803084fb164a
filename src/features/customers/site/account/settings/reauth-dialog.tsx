import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import type { FormDefinition } from "../../../../../platform/contract/form-engine/define-form.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import { EndpointForm } from "../../../../../platform/site/forms/endpoint-form.tsx";
import type { Outcome } from "../../../../../platform/site/runtime/api.ts";
import { Button, ButtonRow } from "../../../../../platform/site/ui/button.tsx";
import messageStyles from "../../../../../platform/site/ui/message-dialog.module.css";
import { type Reauthentication, settingsEndpoints } from "../../../contract/settings.ts";
import { hasPasskeys } from "../../auth/passkey-support.ts";
import { authenticateWithPasskey, passkeyErrorMessage } from "../../auth/passkeys.ts";
import dialogStyles from "./dialogs.module.css";
import type { DialogResultProps } from "./panel-props.ts";
import styles from "./settings.module.css";
import { useSettings } from "./settings-context.ts";
import { UserName } from "./user-name.tsx";

interface ReauthDialogProps extends DialogResultProps {
  readonly heading: string;
  readonly children: ReactNode;
  /** A form with the single field `password`; its button names the action. */
  readonly form: FormDefinition<"password">;
  readonly cancelLabel: string;
  /** For destructive actions: the cancel button comes first. */
  readonly isDestructive?: boolean;
  readonly onReauth: (reauth: Reauthentication) => Promise<Outcome<object>>;
}

/** Asks for the password or a passkey before a sensitive action. */
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

  /** React also bubbles the close event of the alert inside this dialog. */
  function close({ target, currentTarget }: SyntheticEvent) {
    if (target === currentTarget && !isDone.current) onResult(false);
  }

  /** Closes first: that restores the focus before the page changes. */
  function finish() {
    isDone.current = true;
    dialog.current?.close();
    onResult(true);
  }

  async function authenticate() {
    setError(undefined);
    const assertion = await authenticateWithPasskey(settingsEndpoints.confirmOptions);
    const outcome = assertion.ok
      ? await withReauth(() => onReauth({ passkey: assertion.data }))
      : assertion;
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
                  <Button look="ghost" onClick={() => void authenticate()}>
                    {isDestructive ? `${form.submitLabel} with a passkey` : "Use a passkey instead"}
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
