import { useState } from "react";
import { brand } from "../../../../brand.ts";
import {
  type DeskLoginResponse,
  deskLoginEndpoints,
} from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/api/use-desk-form.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import {
  FormAlert,
  formClass,
  LinkButton,
  SubmitButton,
} from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { CodeField, emptyCodeError } from "../second-factor/code-field.tsx";
import { PasskeyButton } from "../second-factor/passkey-button.tsx";
import styles from "./sign-in.module.css";

interface SecondStepProps {
  readonly name: string;
  readonly onDone: (state: DeskLoginResponse) => void;
  /** @param why notice to show at the first step */
  readonly onStartAgain: (why?: string) => void;
}

export function SecondStep({ name, onDone, onStartAgain }: SecondStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const { form, fieldErrors, alert, isBusy, setAlert } = useDeskForm({
    check: (values) => requireFields(values, { code: emptyCodeError(isRecovery) }),
    send: ({ code = "" }) => deskRequest(deskLoginEndpoints.loginCode, { code }),
    onDone,
    fieldOf: { "wrong-code": "code" },
    onRejected: (code) => {
      if (code === "login-expired") {
        onStartAgain("That took too long. Log in again with your password.");
      }
    },
  });

  async function startAgain() {
    await deskRequest(deskLoginEndpoints.logout);
    onStartAgain();
  }

  return (
    <>
      <PageHeading>Second step</PageHeading>
      <p className={styles.lead}>
        Hello {name.split(" ")[0]}.{" "}
        {isRecovery
          ? "Type one of the recovery codes that you saved."
          : `Open your code app and type the six digits it shows for ${brand.name}.`}
      </p>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <CodeField id="code" isRecovery={isRecovery} error={fieldErrors.code} />
        <Actions>
          <SubmitButton isBusy={isBusy}>Log in</SubmitButton>
          <PasskeyButton
            options={deskLoginEndpoints.passkeyOptions}
            send={(response) => deskRequest(deskLoginEndpoints.passkeyLogin, response)}
            onDone={onDone}
            onError={setAlert}
          />
        </Actions>
      </form>
      <p className={styles.links}>
        <LinkButton onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? "Use a code of my code app" : "Use a recovery code"}
        </LinkButton>
      </p>
      <p>
        <LinkButton onClick={() => void startAgain()}>Log in as someone else</LinkButton>
      </p>
    </>
  );
}
