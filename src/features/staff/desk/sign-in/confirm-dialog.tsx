import { useEffect, useRef, useState } from "react";
import { ownSignInEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import type { AskedProps } from "../../../../platform/desk/data/prompt-dialog.tsx";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import dialogStyles from "../../../../platform/desk/ui/dialog.module.css";
import {
  FormAlert,
  formClass,
  LinkButton,
  SubmitButton,
} from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { PasswordField } from "../../../../platform/desk/ui/password-field.tsx";
import { CodeField, emptyCodeError } from "./code-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** Where the setting allows it, somebody may have only a password. */
type Way = "code" | "recovery" | "password";

/** Asks for the second factor that a request needs again. */
export function ConfirmDialog({ onDone }: AskedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isGiven = useRef(false);
  const [way, setWay] = useState<Way>("code");

  useEffect(() => {
    dialog.current?.showModal();
    void deskRequest(ownSignInEndpoints.read).then((outcome) => {
      if (!outcome.ok) return;
      const { hasAuthenticator, passkeys } = outcome.data;
      if (!hasAuthenticator && passkeys.length === 0) setWay("password");
    });
  }, []);

  function close() {
    dialog.current?.close();
  }
  function done() {
    isGiven.current = true;
    close();
  }

  const { form, fieldErrors, alert, isBusy, setAlert } = useDeskForm({
    check: (values) =>
      requireFields(
        values,
        way === "password"
          ? { password: "Enter your password." }
          : { code: emptyCodeError(way === "recovery") },
      ),
    send: ({ code = "", password = "" }) =>
      deskRequest(ownSignInEndpoints.reauth, way === "password" ? { password } : { code }),
    onDone: done,
    fieldOf: { "wrong-code": "code" },
  });

  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby="confirm-heading"
      onClose={() => onDone(isGiven.current)}
    >
      <h2 id="confirm-heading">Please confirm that it is you</h2>
      <p>
        {way === "password"
          ? "This step asks for your password again."
          : "This step asks for your second factor again."}
      </p>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        {way === "password" ? (
          <PasswordField
            id="confirm-password"
            name="password"
            label="Password"
            error={fieldErrors.password}
          />
        ) : (
          <CodeField id="confirm-code" isRecovery={way === "recovery"} error={fieldErrors.code} />
        )}
        <Actions>
          <SubmitButton isBusy={isBusy}>Confirm</SubmitButton>
          {way !== "password" && (
            <PasskeyButton
              options={ownSignInEndpoints.reauthPasskeyOptions}
              send={(response) => deskRequest(ownSignInEndpoints.reauthPasskey, response)}
              onDone={done}
              onError={setAlert}
            />
          )}
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
        </Actions>
      </form>
      {way !== "password" && (
        <p>
          <LinkButton onClick={() => setWay(way === "code" ? "recovery" : "code")}>
            {way === "code" ? "Use a recovery code" : "Use a code of my code app"}
          </LinkButton>
        </p>
      )}
    </dialog>
  );
}
