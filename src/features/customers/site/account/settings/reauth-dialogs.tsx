import { request } from "../../../../../platform/site/runtime/api.ts";
import { settingsEndpoints } from "../../../contract/settings.ts";
import { codesOffForm, deleteAccountForm, reauthForm } from "../../../contract/settings-forms.ts";
import { Disclosure } from "../disclosure.tsx";
import styles from "./dialogs.module.css";
import type { DialogResultProps } from "./panel-props.ts";
import { ReauthDialog } from "./reauth-dialog.tsx";
import { useSettings } from "./settings-context.ts";

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

function DeletionDetails() {
  const { emailVerified } = useSettings().settings;
  return (
    <div className={styles.deletion}>
      <p>
        Your profile, your requests and your login are deleted right away. This cannot be undone.
      </p>
      <Disclosure title="What we delete, and what we keep">
        <h3>What we delete</h3>
        <ul>
          <li>Your profile, your picture and your requests with their receipts</li>
          <li>Everything that logs you in, on every device</li>
          {emailVerified && <li>Your newsletter, and the messages that you sent us with forms</li>}
        </ul>
        <h3>What we keep</h3>
        <ul>
          <li>A note that this support ID was deleted, and when</li>
          <li>A request to delete data that you sent us, as proof</li>
          {!emailVerified && (
            <li>
              Messages that you sent us with forms, and the newsletter: you did not confirm that the
              email is yours
            </li>
          )}
          <li>An application for work that you sent us. Ask us, and we delete it</li>
          <li>What you typed at our card payment provider. Ask us, and we help you remove it</li>
          <li>
            If you bought a plan in an app store, cancel it there too. It costs nothing to cancel
          </li>
        </ul>
      </Disclosure>
    </div>
  );
}
