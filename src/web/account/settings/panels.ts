import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CodeSetup } from "./code-setup.tsx";
import { DeletedScreen } from "./deleted-screen.tsx";
import { EmailPanel } from "./email-panel.tsx";
import { PasskeyPanel } from "./passkey-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { CodesOffDialog, ConfirmIdentityDialog, DeleteAccountDialog } from "./reauth-dialogs.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** What opens when something is to be changed. Its code comes with the first such wish. */
export const panels = {
  CodeSetup,
  CodesOffBox: CodesOffDialog,
  ConfirmBox: ConfirmDialog,
  ConfirmIdentityBox: ConfirmIdentityDialog,
  DeleteAccountBox: DeleteAccountDialog,
  DeletedScreen,
  EmailPanel,
  PasskeyPanel,
  PasswordPanel,
  RecoveryCodes,
};

export type Panels = typeof panels;
