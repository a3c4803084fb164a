import { request } from "../../../../../platform/site/runtime/api.ts";
import {
  codesOffForm,
  deleteAccountForm,
  reauthForm,
} from "../../../contract/forms/settings-forms.ts";
import { settingsEndpoints } from "../../../contract/settings.ts";
import { DeletionDetails } from "./deletion-details.tsx";
import type { DialogResultProps } from "./panel-props.ts";
import { ReauthDialog } from "./reauth-dialog.tsx";

/** Reauthenticates, which allows sensitive requests for some minutes. */
export function ConfirmIdentityDialog({ onResult }: DialogResultProps) {
  return (
    <ReauthDialog
      heading="Is it still you?"
      form={reauthForm}
      cancelLabel="Go back"
      onReauth={(reauth) => request(settingsEndpoints.confirmIdentity, reauth)}
      onResult={onResult}
    >
      <p>
        You logged in a while ago. Type your password again, so that no one else at this computer
        can do this.
      </p>
    </ReauthDialog>
  );
}

export function CodesOffDialog({ onResult }: DialogResultProps) {
  return (
    <ReauthDialog
      heading="Turn off codes?"
      form={codesOffForm}
      cancelLabel="Keep them on"
      isDestructive
      onReauth={(reauth) => request(settingsEndpoints.removeAuthenticator, reauth)}
      onResult={onResult}
    >
      <p>Your password alone will log you in then. Your recovery codes stop working.</p>
    </ReauthDialog>
  );
}

export function DeleteAccountDialog({ onResult }: DialogResultProps) {
  return (
    <ReauthDialog
      heading="Delete your account?"
      form={deleteAccountForm}
      cancelLabel="Keep my account"
      isDestructive
      onReauth={(reauth) => request(settingsEndpoints.deleteAccount, reauth)}
      onResult={onResult}
    >
      <DeletionDetails />
    </ReauthDialog>
  );
}
