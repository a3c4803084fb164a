import type { ComponentType } from "react";
import type { ConfirmDialogProps } from "../../../../../platform/site/ui/confirm-dialog.tsx";
import type { AuthenticatorStart, RecoveryCodesResponse } from "../../../contract/settings.ts";

export interface PasswordPanelProps {
  readonly onDone: () => Promise<void>;
}

export interface EmailPanelProps {
  /** Called with the new address, which waits for its link. */
  readonly onDone: (email: string) => Promise<void>;
}

export interface PasskeyPanelProps {
  readonly onDone: (name: string) => Promise<void>;
}

export interface CodeSetupProps {
  readonly start: AuthenticatorStart;
  readonly onDone: (response: RecoveryCodesResponse) => Promise<void>;
}

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

export interface DialogResultProps {
  /** Called once: true when the request succeeded, false when the person canceled. */
  readonly onResult: (isDone: boolean) => void;
}

/** Components that load on first use, shared by type so that the context need not import them. */
export interface Panels {
  readonly CodeSetup: ComponentType<CodeSetupProps>;
  readonly CodesOffDialog: ComponentType<DialogResultProps>;
  readonly ConfirmDialog: ComponentType<ConfirmDialogProps>;
  readonly ConfirmIdentityDialog: ComponentType<DialogResultProps>;
  readonly DeleteAccountDialog: ComponentType<DialogResultProps>;
  readonly DeletedScreen: ComponentType;
  readonly EmailPanel: ComponentType<EmailPanelProps>;
  readonly PasskeyPanel: ComponentType<PasskeyPanelProps>;
  readonly PasswordPanel: ComponentType<PasswordPanelProps>;
  readonly RecoveryCodes: ComponentType<RecoveryCodesProps>;
}
