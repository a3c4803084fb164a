import { useState } from "react";
import {
  ownSignInEndpoints,
  staffReauthMinutes,
} from "../../../../platform/contract/desk/staff.ts";
import { preload, usePreloaded } from "../../../../platform/desk/data/use-data.ts";
import { usePerson } from "../../../../platform/desk/session/session.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import { CodeApp } from "./code-app.tsx";
import styles from "./my-sign-in.module.css";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { OwnPassword } from "./own-password.tsx";
import { OwnRecoveryCodes } from "./own-recovery-codes.tsx";

export const loadOwnSignIn = () => preload(ownSignInEndpoints.read);

/** The user's own log-in methods: passkeys, code app, recovery codes, password. */
export function MySignInPage() {
  const { data: own, reload } = usePreloaded(ownSignInEndpoints.read);
  const { name, email } = usePerson();
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
