import { useState } from "react";
import { request } from "../../../../../../platform/site/runtime/api.ts";
import {
  type AuthenticatorStart,
  type RecoveryCodesResponse,
  settingsEndpoints,
} from "../../../../contract/settings.ts";
import { Disclosure } from "../../disclosure.tsx";
import { formatSettingsError, loadErrorMessage, successMessage } from "../messages.ts";
import { useSettings } from "../settings-context.ts";
import { ConfirmFirst } from "./confirm-first.tsx";
import { EmailRows } from "./email-rows.tsx";
import { PasskeyRows } from "./passkey-rows.tsx";
import { PasswordRow } from "./password-row.tsx";
import { ActionRow, PanelRow, Row } from "./row.tsx";
import { Rows, SettingsSection } from "./section.tsx";

const row = "codes";
const term = "Code from an app";

function CodeRows() {
  const { settings, setNote, panels } = useSettings();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes && panels) {
    return (
      <Row
        row={row}
        term={term}
        panel={
          <panels.RecoveryCodes
            codes={codes}
            onKept={() => {
              setCodes(undefined);
              setNote({ row, ...successMessage("Codes are on. We ask for one when you log in.") });
            }}
          />
        }
      >
        <p>Keep these recovery codes.</p>
      </Row>
    );
  }
  if (!settings.hasAuthenticator && !settings.emailVerified) {
    return <ConfirmFirst row={row} term={term} />;
  }
  return settings.hasAuthenticator ? (
    <CodesOn onCodes={setCodes} />
  ) : (
    <CodesOff onCodes={setCodes} />
  );
}

interface CodesProps {
  readonly onCodes: (codes: readonly string[]) => void;
}

function CodesOff({ onCodes }: CodesProps) {
  const { reload, setOpen, setNote, withReauth } = useSettings();
  const [start, setStart] = useState<AuthenticatorStart>();

  async function prepare(): Promise<boolean> {
    const outcome = await withReauth(() => request(settingsEndpoints.startAuthenticator));
    if (outcome.ok) {
      setStart(outcome.data);
      return true;
    }
    const message = formatSettingsError(outcome);
    setNote(message && { row, ...message });
    return false;
  }

  async function finish({ codes }: RecoveryCodesResponse) {
    onCodes(codes);
    setOpen(undefined);
    await reload();
  }

  return (
    <PanelRow
      row={row}
      term={term}
      action="Set up codes"
      prepare={prepare}
      panel={({ CodeSetup }) => start && <CodeSetup start={start} onDone={finish} />}
    >
      <p>Off. It is a second lock: after your password we ask for a code that your phone shows.</p>
    </PanelRow>
  );
}

function CodesOn({ onCodes }: CodesProps) {
  const { recoveryCodesLeft: left } = useSettings().settings;
  return (
    <>
      <TurnOff left={left} />
      <NewRecoveryCodes onCodes={onCodes} />
    </>
  );
}

function TurnOff({ left }: { left: number }) {
  const { reload, panels, loadPanels } = useSettings();
  const [answer, setAnswer] = useState<(isOff: boolean) => void>();

  async function turnOff() {
    if (!(await loadPanels())) return loadErrorMessage;
    const isOff = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(undefined);
    if (!isOff) return undefined;
    await reload();
    return successMessage("Codes are off. Your password alone logs you in.");
  }

  return (
    <>
      <ActionRow
        row={row}
        term={term}
        action="Turn off codes"
        busyLabel="Turn off codes"
        onPress={turnOff}
      >
        <p>On. {left === 1 ? "1 recovery code is" : `${left} recovery codes are`} left.</p>
      </ActionRow>
      {answer && panels && <panels.CodesOffDialog onResult={answer} />}
    </>
  );
}

function NewRecoveryCodes({ onCodes }: CodesProps) {
  const { reload, withReauth, panels, loadPanels } = useSettings();
  const [answer, setAnswer] = useState<(isSure: boolean) => void>();

  async function renew() {
    if (!(await loadPanels())) return loadErrorMessage;
    const isSure = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(undefined);
    if (!isSure) return undefined;
    const outcome = await withReauth(() => request(settingsEndpoints.recoveryCodes));
    if (!outcome.ok) return formatSettingsError(outcome);
    onCodes(outcome.data.codes);
    await reload();
    return undefined;
  }

  return (
    <>
      <ActionRow
        row="recovery-codes"
        term="Recovery codes"
        action="Make new ones"
        busyLabel="Make new ones"
        about="recovery codes"
        onPress={renew}
      >
        <p>They let you in when your phone is lost. Each works once.</p>
      </ActionRow>
      {answer && panels && (
        <panels.ConfirmDialog
          heading="Make new recovery codes?"
          cancelLabel="Keep the old ones"
          confirmLabel="Make new ones"
          onCancel={() => answer(false)}
          onConfirm={() => answer(true)}
        >
          <p>The old ones stop working at once.</p>
        </panels.ConfirmDialog>
      )}
    </>
  );
}

/** Sign-in methods: email and password; passkeys and codes are collapsed until the account has any. */
export function LoginSection() {
  const { settings, open } = useSettings();
  const startsOpen =
    settings.passkeys.length > 0 || settings.hasAuthenticator || open === "passkeys";
  return (
    <SettingsSection title="How you log in" surface="paper">
      <Rows>
        <EmailRows />
        <PasswordRow />
      </Rows>
      <Disclosure title="More security" startsOpen={startsOpen}>
        <p>
          You do not need these two. They make it harder for someone else to log in as you. A
          passkey stays on your phone or computer, and you show your finger, your face or your
          screen lock instead of a password. A code comes from a free app on your phone: whoever
          knows your password still needs your phone.
        </p>
        <Rows>
          <PasskeyRows />
          <CodeRows />
        </Rows>
      </Disclosure>
    </SettingsSection>
  );
}
