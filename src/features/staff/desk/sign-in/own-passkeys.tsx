import { useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { ownSignInEndpoints, type StaffPasskey } from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import styles from "./my-sign-in.module.css";
import { PasskeySetup } from "./passkey-setup.tsx";
import { SignInSection } from "./sign-in-section.tsx";

interface OwnPasskeysProps {
  readonly passkeys: readonly StaffPasskey[];
  readonly onChanged: (what: string) => void;
}

export function OwnPasskeys({ passkeys, onChanged }: OwnPasskeysProps) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <SignInSection id="passkeys" heading="Passkeys">
      <p>
        {passkeys.length === 0
          ? "No passkeys yet. A passkey lets you log in with your fingerprint, face or screen lock."
          : "A passkey replaces both your password and your second factor."}
      </p>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id}>
              <div>
                <b>{name}</b>
                <span>
                  Made {formatDay(createdAt)}.{" "}
                  {lastUsedAt ? `Last used ${formatDay(lastUsedAt)}.` : "Not used yet."}
                </span>
              </div>
              <AskButton
                label="Remove"
                of={name}
                heading={`Remove the passkey “${name}”?`}
                text="You can no longer log in with it. Delete it on your device as well."
                send={() => deskRequest(withId(ownSignInEndpoints.removePasskey, id))}
                onDone={() => onChanged("The passkey is removed.")}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <PasskeySetup
          options={ownSignInEndpoints.addPasskeyOptions}
          send={(passkey) => deskRequest(ownSignInEndpoints.addPasskey, passkey)}
          onDone={() => {
            setIsAdding(false);
            onChanged("The passkey is added.");
          }}
        />
      ) : (
        <Actions>
          <Button look="ghost" onClick={() => setIsAdding(true)}>
            Add a passkey
          </Button>
        </Actions>
      )}
    </SignInSection>
  );
}
