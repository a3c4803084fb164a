import { ConfirmDialog } from "../../../../../../platform/site/ui/confirm-dialog.tsx";
import type { Panels } from "../panel-props.ts";
import { CodesOffDialog, ConfirmIdentityDialog, DeleteAccountDialog } from "../reauth-dialogs.tsx";
import { CodeSetup } from "./code-setup.tsx";
import { DeletedScreen } from "./deleted-screen.tsx";
import { EmailPanel } from "./email-panel.tsx";
import { PasskeyPanel } from "./passkey-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

export const panels: Panels = {
  CodeSetup,
  CodesOffDialog,
  ConfirmDialog,
  ConfirmIdentityDialog,
  DeleteAccountDialog,
  DeletedScreen,
  EmailPanel,
  PasskeyPanel,
  PasswordPanel,
  RecoveryCodes,
};
