import { endpoints } from "../../../../contract/endpoints/endpoints.ts";
import {
  codesOffForm,
  deleteAccountForm,
  reauthForm,
} from "../../../../contract/forms/settings-forms.ts";
import { post } from "../../../runtime/api.ts";
import type { DialogAnswerProps } from "../shared/panel-props.ts";
import { DeletionWords } from "./deletion-words.tsx";
import { ReauthDialog } from "./reauth-dialog.tsx";

/** Proves to the server who is there, which opens the sensitive calls for some minutes. */
export function ConfirmIdentityDialog({ onAnswer }: DialogAnswerProps) {
  return (
    <ReauthDialog
      heading="Is it still you?"
      form={reauthForm}
      stay="Go back"
      onProof={(proof) => post(endpoints.confirmIdentity, proof)}
      onAnswer={onAnswer}
    >
      <p>
        You logged in a while ago. Type your password once more, so that nobody else at this
        computer can do this.
      </p>
    </ReauthDialog>
  );
}

/** Ends the second step of logging in. */
export function CodesOffDialog({ onAnswer }: DialogAnswerProps) {
  return (
    <ReauthDialog
      heading="Turn off codes?"
      form={codesOffForm}
      stay="Keep them on"
      isEnd
      onProof={(proof) => post(`${endpoints.authenticator}/off`, proof)}
      onAnswer={onAnswer}
    >
      <p>Your password alone will log you in then. Your recovery codes stop working.</p>
    </ReauthDialog>
  );
}

/** Deletes the account for good. */
export function DeleteAccountDialog({ onAnswer }: DialogAnswerProps) {
  return (
    <ReauthDialog
      heading="Delete your account?"
      form={deleteAccountForm}
      stay="Keep my account"
      isEnd
      onProof={(proof) => post(endpoints.deleteAccount, proof)}
      onAnswer={onAnswer}
    >
      <DeletionWords />
    </ReauthDialog>
  );
}
