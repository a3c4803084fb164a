import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import {
  type OwnSignInResponse,
  ownSignInEndpoints,
  staffReauthMinutes,
} from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { RequestFailure } from "../../../../platform/desk/api/request-failure.ts";
import { usePerson } from "../../../../platform/desk/session/session.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import { CodeApp } from "./code-app.tsx";
import styles from "./my-sign-in.module.css";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { OwnPassword } from "./own-password.tsx";
import { OwnRecoveryCodes } from "./own-recovery-codes.tsx";

/** Loads the user's own log-in methods. @throws RequestFailure */
export async function loadOwnSignIn(): Promise<OwnSignInResponse> {
  const outcome = await deskRequest(ownSignInEndpoints.read);
  if (!outcome.ok) throw new RequestFailure(outcome.error);
  return outcome.data;
}

/** The user's own log-in methods: passkeys, code app, recovery codes, password. */
export function MySignInPage() {
  const own = useLoaderData<OwnSignInResponse>();
  const { name, email } = usePerson();
  const { revalidate } = useRevalidator();
  const [message, setMessage] = useState("");

  function changed(what: string) {
    setMessage(what);
    void revalidate();
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
