import { useState } from "react";
import type {
  NewAuthenticatorResponse,
  RecoveryCodesResponse,
} from "../../../../platform/contract/desk/staff.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import type { Outcome } from "../../../../platform/site/runtime/api.ts";
import { CodeField, emptyCodeError } from "./code-field.tsx";
import styles from "./second-factor.module.css";

interface AuthenticatorSetupProps {
  readonly start: () => Promise<Outcome<NewAuthenticatorResponse>>;
  readonly confirm: (body: { readonly code: string }) => Promise<Outcome<RecoveryCodesResponse>>;
  readonly onDone: (data: RecoveryCodesResponse) => void;
}

export function AuthenticatorSetup({ start, confirm, onDone }: AuthenticatorSetupProps) {
  const [made, setMade] = useState<NewAuthenticatorResponse>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function open() {
    setIsBusy(true);
    const outcome = await start();
    setIsBusy(false);
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    if (outcome.ok) setMade(outcome.data);
  }

  if (made) return <FirstCode made={made} confirm={confirm} onDone={onDone} />;
  return (
    <>
      <FormAlert message={failure} />
      <Actions>
        <Button
          look="ghost"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void open()}
        >
          Set up a code app
        </Button>
      </Actions>
    </>
  );
}

type FirstCodeProps = Pick<AuthenticatorSetupProps, "confirm" | "onDone"> & {
  readonly made: NewAuthenticatorResponse;
};

/** Letters of the secret in one group, for reading them out and typing them. */
const groupSize = 4;

function FirstCode({ made: { secret, qr }, confirm, onDone }: FirstCodeProps) {
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => requireFields(values, { code: emptyCodeError(false) }),
    send: ({ code = "" }) => confirm({ code }),
    onDone,
    fieldOf: { "wrong-code": "code" },
  });
  const groups = secret.match(new RegExp(`.{1,${groupSize}}`, "g")) ?? [];
  return (
    <form {...form} className={formClass}>
      <div role="status">
        <p>1. In your code app, add an account and scan this picture.</p>
        <svg
          className={styles.qr}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="QR code for your code app; the same as the key below"
        >
          <path d={qr.path} />
        </svg>
        <p>
          Or type this key there: <span className={styles.secret}>{groups.join(" ")}</span>
        </p>
      </div>
      <p>2. Type the six digits that the app shows now.</p>
      <FormAlert message={alert} />
      <CodeField id="first-code" error={fieldErrors.code} />
      <Actions>
        <SubmitButton isBusy={isBusy}>Check the code</SubmitButton>
      </Actions>
    </form>
  );
}
