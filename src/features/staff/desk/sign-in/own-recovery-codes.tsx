import { useState } from "react";
import {
  ownSignInEndpoints,
  type RecoveryCodesResponse,
} from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SignInSection } from "./sign-in-section.tsx";

interface OwnRecoveryCodesProps {
  readonly left: number;
  readonly onChanged: (what: string) => void;
}

export function OwnRecoveryCodes({ left, onChanged }: OwnRecoveryCodesProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <SignInSection id="recovery-codes" heading="Recovery codes">
      {codes ? (
        <RecoveryCodes
          codes={codes}
          doneLabel="I have saved them"
          onDone={() => {
            setCodes(undefined);
            onChanged("You have new recovery codes.");
          }}
        />
      ) : (
        <>
          <p>
            {left === 1 ? "1 code is" : `${left} codes are`} left. Each works once, without your
            phone or device.
          </p>
          <Actions>
            <AskButton<RecoveryCodesResponse>
              look="ghost"
              label="Make new codes"
              heading="Make new recovery codes?"
              text="The codes that you saved before no longer work."
              send={() => deskRequest(ownSignInEndpoints.newRecoveryCodes)}
              onDone={(data) => setCodes(data.codes)}
            />
          </Actions>
        </>
      )}
    </SignInSection>
  );
}
