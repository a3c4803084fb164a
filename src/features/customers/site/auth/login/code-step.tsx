import { useEffect, useRef } from "react";
import type { Path } from "../../../../../platform/contract/paths.ts";
import { EndpointForm } from "../../../../../platform/site/forms/endpoint-form.tsx";
import { FailureDialog } from "../../../../../platform/site/forms/failure-dialog.tsx";
import { request } from "../../../../../platform/site/runtime/api.ts";
import { useServedState } from "../../../../../platform/site/runtime/form-state.ts";
import { Button } from "../../../../../platform/site/ui/button.tsx";
import { authEndpoints, type LoginResponse } from "../../../contract/auth-endpoints.ts";
import { loginCodeForm } from "../../../contract/forms/login.ts";
import styles from "../auth.module.css";
import { HiddenExtras } from "../hidden-extras.tsx";
import { verifySession } from "../use-auth-form.ts";

interface CodeStepProps {
  readonly page: Path;
  readonly extras: Readonly<Record<string, string>>;
  readonly onDone: (response: LoginResponse) => Promise<void>;
  readonly onRestart: () => void;
}

/** Second factor of signing in: the password was right, the authenticator code is missing. */
export function CodeStep({ page, extras, onDone, onRestart }: CodeStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isServed = useServedState(loginCodeForm.collection) !== null;
  useEffect(() => {
    if (!isServed) heading.current?.focus();
  }, [isServed]);
  return (
    <div className={styles.step}>
      <h2 ref={heading} tabIndex={-1}>
        One more step
      </h2>
      <p>Your password is right. Now show us that you have your phone with you.</p>
      <EndpointForm
        form={loginCodeForm}
        action={page}
        busyLabel="Logging in..."
        onSend={async (values) =>
          verifySession(await request(authEndpoints.loginCode, { ...values, ...extras }))
        }
        onDone={onDone}
        showError={({ code, sentence, close }) =>
          code === "login-expired" ? (
            <FailureDialog failure={sentence} onClose={onRestart}>
              Your email is still here.
            </FailureDialog>
          ) : (
            <FailureDialog failure={sentence} onClose={close}>
              Codes change every half minute.
            </FailureDialog>
          )
        }
      >
        <HiddenExtras extras={extras} />
      </EndpointForm>
      <form
        action={page}
        className={styles.again}
        onSubmit={(event) => {
          event.preventDefault();
          onRestart();
        }}
      >
        <Button look="ghost" type="submit">
          Start again
        </Button>
      </form>
    </div>
  );
}
