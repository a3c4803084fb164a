import { useState } from "react";
import {
  ownSignInEndpoints,
  staffReauthMinutes,
} from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { preload, usePreloaded } from "../../../../platform/desk/data/use-data.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Actions, Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { AuthenticatorSetup } from "./authenticator-setup.tsx";
import styles from "./my-sign-in.module.css";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { OwnPassword } from "./own-password.tsx";
import { OwnRecoveryCodes } from "./own-recovery-codes.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SignInSection } from "./sign-in-section.tsx";

export const loadOwnSignIn = () => preload(ownSignInEndpoints.read);

export function MySignInPage() {
  const { data: own, reload } = usePreloaded(ownSignInEndpoints.read);
  const { name, email } = useCurrentStaff();
  const [message, setMessage] = useState("");

  function changed(what: string) {
    setMessage(what);
    void reload();
  }

  return (
    <Panels className={styles.columns}>
      <Panel className={styles.head}>
        <PageHeading>My sign-in</PageHeading>
        <p>
          {name}, {email}. A change here asks for your second factor if you gave it more than{" "}
          {staffReauthMinutes} minutes ago.
        </p>
        <p role="status" className={styles.message}>
          {message}
        </p>
      </Panel>
      <OwnPasskeys passkeys={own.passkeys} onChanged={changed} />
      <CodeApp isOn={own.hasAuthenticator} onChanged={changed} />
      <OwnRecoveryCodes left={own.recoveryCodesLeft} onChanged={changed} />
      <OwnPassword email={email} onChanged={changed} />
    </Panels>
  );
}

interface CodeAppProps {
  readonly isOn: boolean;
  readonly onChanged: (what: string) => void;
}

function CodeApp({ isOn, onChanged }: CodeAppProps) {
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
