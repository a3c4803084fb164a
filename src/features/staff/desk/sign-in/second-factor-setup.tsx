import { useState } from "react";
import {
  deskLoginEndpoints,
  type RecoveryCodesResponse,
} from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { LinkButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { AuthenticatorSetup } from "./authenticator-setup.tsx";
import { PasskeySetup } from "./passkey-setup.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./second-factor.module.css";

interface SecondFactorSetupProps {
  /** Called once the recovery codes were seen; the person is signed in. */
  readonly onDone: () => void;
  readonly onStartAgain: (why?: string) => void;
}

export function SecondFactorSetup({ onDone, onStartAgain }: SecondFactorSetupProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return (
      <>
        <PageHeading key="codes">Save your recovery codes</PageHeading>
        <RecoveryCodes codes={codes} doneLabel="I have saved them" onDone={onDone} />
      </>
    );
  }
  const done = (data: RecoveryCodesResponse) => setCodes(data.codes);

  async function startAgain() {
    await deskRequest(deskLoginEndpoints.logout);
    onStartAgain();
  }

  return (
    <>
      <PageHeading key="setup">Set up your second step</PageHeading>
      <p className={styles.lead}>
        Everyone at the desk logs in with a password and a second factor. Choose one. You can add
        the other later.
      </p>
      <section className={styles.choice} aria-labelledby="setup-passkey">
        <h2 id="setup-passkey">A passkey</h2>
        <p>Your fingerprint, your face or the lock of this device. The quickest way.</p>
        <PasskeySetup
          options={deskLoginEndpoints.setupPasskeyOptions}
          send={(body) => deskRequest(deskLoginEndpoints.setupPasskey, body)}
          onDone={done}
        />
      </section>
      <section className={styles.choice} aria-labelledby="setup-app">
        <h2 id="setup-app">A code app</h2>
        <p>An app on your phone that shows a new code every 30 seconds.</p>
        <AuthenticatorSetup
          start={() => deskRequest(deskLoginEndpoints.startSetup)}
          confirm={(body) => deskRequest(deskLoginEndpoints.confirmSetup, body)}
          onDone={done}
        />
      </section>
      <p className={styles.links}>
        <LinkButton onClick={() => void startAgain()}>Log in as someone else</LinkButton>
      </p>
    </>
  );
}
