import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { endpoints, type Reauthentication } from "../../../../contract/endpoints/endpoints.ts";
import type { FormDefinition } from "../../../../contract/form-engine/define-form.ts";
import { paths } from "../../../../contract/paths.ts";
import { hasPasskeys } from "../../../auth/passkeys/passkey-support.ts";
import { askPasskey, passkeyErrorMessage } from "../../../auth/passkeys/passkeys.ts";
import { EndpointForm } from "../../../forms/endpoint-form.tsx";
import type { Outcome } from "../../../runtime/api.ts";
import { Button, ButtonRow } from "../../../ui/button.tsx";
import frameStyles from "../../../ui/message-dialog.module.css";
import styles from "../settings.module.css";
import type { DialogAnswerProps } from "../shared/panel-props.ts";
import { useSettings } from "../shared/settings-context.ts";
import { UserName } from "../shared/user-name.tsx";
import boxStyles from "./dialogs.module.css";

interface ReauthDialogProps extends DialogAnswerProps {
  readonly heading: string;
  /** What happens when the proof is given. */
  readonly children: ReactNode;
  /** A form with the one field `password`; its button says what is done. */
  readonly form: FormDefinition<"password">;
  /** What the button says that changes nothing. */
  readonly stay: string;
  /** The proof ends something: the button that changes nothing stands first. */
  readonly isEnd?: boolean;
  readonly onProof: (proof: Reauthentication) => Promise<Outcome<object>>;
}

/** Asks for the password, or a passkey, before something that a stranger must not do. */
export function ReauthDialog(props: ReauthDialogProps) {
  const { heading, children, form, stay, isEnd = false, onProof, onAnswer } = props;
  const {
    settings: { passkeys },
    sensitive,
  } = useSettings();
  const dialog = useRef<HTMLDialogElement>(null);
  const [fault, setFault] = useState<string>();
  const headingId = useId();
  const isDone = useRef(false);

  useEffect(() => {
    const box = dialog.current;
    box?.showModal();
    box?.querySelector("h2")?.focus();
  }, []);

  /** React tells of the alert that stands within this box as well. */
  function close({ target, currentTarget }: SyntheticEvent) {
    if (target === currentTarget && !isDone.current) onAnswer(false);
  }

  /** Closing gives the focus back to where it was, so it comes before anything moves. */
  function finish() {
    isDone.current = true;
    dialog.current?.close();
    onAnswer(true);
  }

  async function askDevice() {
    setFault(undefined);
    const answer = await askPasskey(`${endpoints.confirmIdentity}/options`);
    const outcome = answer.ok ? await sensitive(() => onProof({ passkey: answer.data })) : answer;
    if (outcome.ok) finish();
    else setFault(passkeyErrorMessage(outcome));
  }

  const stayButton = (
    <Button look={isEnd ? "solid" : "ghost"} onClick={() => dialog.current?.close()}>
      {stay}
    </Button>
  );
  const mayUsePasskey = passkeys.length > 0 && hasPasskeys();
  return (
    <dialog ref={dialog} className={frameStyles.box} aria-labelledby={headingId} onClose={close}>
      <h2 id={headingId} tabIndex={-1}>
        {heading}
      </h2>
      <div className={boxStyles.boxText}>{children}</div>
      <EndpointForm
        form={form}
        action={paths.settings}
        onSend={(values) => sensitive(() => onProof(values))}
        onDone={finish}
        stay={isEnd && stayButton}
        after={
          <div className={boxStyles.otherWays}>
            {(mayUsePasskey || !isEnd) && (
              <ButtonRow>
                {mayUsePasskey && (
                  <Button look="ghost" onClick={() => void askDevice()}>
                    {isEnd ? `${form.submitLabel} With a Passkey` : "Use a passkey instead"}
                  </Button>
                )}
                {!isEnd && stayButton}
              </ButtonRow>
            )}
            <p role="alert" className={styles.fault}>
              {fault}
            </p>
          </div>
        }
      >
        <UserName />
      </EndpointForm>
    </dialog>
  );
}
