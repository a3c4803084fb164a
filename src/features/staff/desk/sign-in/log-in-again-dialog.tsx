import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRouteLoaderData } from "react-router";
import {
  type CurrentStaff,
  type DeskLoginResponse,
  type DeskSessionResponse,
  deskLoginEndpoints,
} from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import type { AskedProps } from "../../../../platform/desk/data/prompt-dialog.tsx";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { currentStaffRoute } from "../../../../platform/desk/shell/session.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import dialogStyles from "../../../../platform/desk/ui/dialog.module.css";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
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

/**
 * Asks for the log-in on top of the page whose session expired, so that nothing typed is lost.
 * Without a page there is nothing to keep: the log-in page opens instead.
 */
export function LogInAgainDialog({ onDone }: AskedProps) {
  const person = useRouteLoaderData<CurrentStaff>(currentStaffRoute);
  useEffect(() => {
    if (!person) onDone(false);
  }, [person, onDone]);
  return person ? <LoginDialog person={person} onDone={onDone} /> : null;
}

interface LoginDialogProps extends AskedProps {
  readonly person: CurrentStaff;
}

type Step = "password" | "code" | "recovery";

function LoginDialog({ person, onDone }: LoginDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState<Step>("password");

  function goOn({ state }: DeskLoginResponse | DeskSessionResponse) {
    if (state === "code-needed") setStep("code");
    else if (state === "setup-needed") onDone(false);
    else if (state === "signed-in") void goBack();
  }
  /** Another user must not see what this person typed. */
  async function goBack() {
    const outcome = await deskRequest(deskLoginEndpoints.session);
    if (!outcome.ok || outcome.data.state !== "signed-in") return;
    if (outcome.data.person.id === person.id) onDone(true);
    else location.reload();
  }
  const look = useEffectEvent(() => void goBack());

  useEffect(() => {
    dialog.current?.showModal();
    // They may have logged in again in another tab.
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, []);

  const { form, fieldErrors, alert, isBusy, setAlert } = useDeskForm<DeskLoginResponse>({
    check: (values) =>
      requireFields(
        values,
        step === "password"
          ? { password: "Enter your password." }
          : { code: emptyCodeError(step === "recovery") },
      ),
    send: ({ password = "", code = "" }) =>
      step === "password"
        ? deskRequest(deskLoginEndpoints.login, { email: person.email, password })
        : deskRequest(deskLoginEndpoints.loginCode, { code }),
    onDone: goOn,
    fieldOf: { "wrong-code": "code" },
    onRejected: (code) => {
      if (code === "login-expired") setStep("password");
    },
  });

  useEffect(() => {
    form.ref.current
      ?.querySelector<HTMLInputElement>(step === "password" ? "[name=password]" : "[name=code]")
      ?.focus();
  }, [step, form.ref]);

  return (
    <dialog
      ref={dialog}
      className={`${dialogStyles.dialog} ${dialogStyles.covering}`}
      aria-labelledby="log-in-again-heading"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="log-in-again-heading">Your session has expired</h2>
      <p>
        {step === "password"
          ? "Log in to continue where you left off. What you typed is still there."
          : "Second step."}
      </p>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        {step === "password" ? (
          <>
            <TextField
              id="log-in-again-email"
              type="email"
              label="Work email"
              autoComplete="username"
              defaultValue={person.email}
              readOnly
            />
            <PasswordField
              id="log-in-again-password"
              name="password"
              label="Password"
              error={fieldErrors.password}
            />
          </>
        ) : (
          <CodeField
            id="log-in-again-code"
            isRecovery={step === "recovery"}
            error={fieldErrors.code}
          />
        )}
        <Actions>
          <SubmitButton isBusy={isBusy}>{step === "password" ? "Log in" : "Log in"}</SubmitButton>
          <PasskeyButton
            options={deskLoginEndpoints.passkeyOptions}
            send={(response) => deskRequest(deskLoginEndpoints.passkeyLogin, response)}
            onDone={goOn}
            onError={setAlert}
          />
          <Button look="quiet" onClick={() => onDone(false)}>
            Leave this page
          </Button>
        </Actions>
      </form>
      {step !== "password" && (
        <p>
          <LinkButton onClick={() => setStep(step === "code" ? "recovery" : "code")}>
            {step === "code" ? "Use a recovery code" : "Use a code of my code app"}
          </LinkButton>
        </p>
      )}
    </dialog>
  );
}
