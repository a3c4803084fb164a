import { useState } from "react";
import { ownSignInEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { AuthenticatorSetup } from "../second-factor/authenticator-setup.tsx";
import { RecoveryCodes } from "../second-factor/recovery-codes.tsx";
import styles from "./my-sign-in.module.css";
import { SignInSection } from "./sign-in-section.tsx";

interface CodeAppProps {
  readonly isOn: boolean;
  readonly onChanged: (what: string) => void;
}

/** The person's code app: set up, replaced, removed. */
export function CodeApp({ isOn, onChanged }: CodeAppProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <SignInSection id="code-app" heading="Code app">
      <p>
        {isOn ? (
          <span className={styles.chip}>
            <Icon name="check" />
            Set up
          </span>
        ) : (
          "No code app yet. A code app shows a new code every 30 seconds."
        )}
      </p>
      {codes ? (
        <RecoveryCodes
          codes={codes}
          doneLabel="I have saved them"
          onDone={() => {
            setCodes(undefined);
            onChanged("The code app is set up.");
          }}
        />
      ) : (
        <>
          {isOn && (
            <p className={styles.more}>
              A new phone? Set it up again. The app that you have now works until then.
            </p>
          )}
          <AuthenticatorSetup
            start={() => deskRequest(ownSignInEndpoints.startAuthenticator)}
            confirm={(body) => deskRequest(ownSignInEndpoints.confirmAuthenticator, body)}
            onDone={(data) => setCodes(data.codes)}
          />
          {isOn && (
            <Actions>
              <AskButton
                label="Remove"
                of="the code app"
                heading="Remove the code app?"
                text="Its codes no longer work. You log in with a passkey."
                send={() => deskRequest(ownSignInEndpoints.removeAuthenticator)}
                onDone={() => onChanged("The code app is removed.")}
              />
            </Actions>
          )}
        </>
      )}
    </SignInSection>
  );
}
