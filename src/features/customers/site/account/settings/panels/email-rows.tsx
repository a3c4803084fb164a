import { EmailAddress } from "../../../../../../platform/site/page/email-address.tsx";
import { request } from "../../../../../../platform/site/runtime/api.ts";
import { settingsEndpoints } from "../../../../contract/settings.ts";
import { formatSettingsError, successMessage } from "../messages.ts";
import { useSettings } from "../settings-context.ts";
import { ActionRow, PanelRow } from "./row.tsx";

export function EmailRows() {
  const { settings } = useSettings();
  return (
    <>
      <ChangeEmail />
      {!settings.emailVerified && <Unconfirmed />}
      {settings.pendingEmail !== null && <Pending email={settings.pendingEmail} />}
    </>
  );
}

function ChangeEmail() {
  const { settings, reload, setOpen, setNote } = useSettings();
  const row = "email";

  async function finish(email: string) {
    await reload();
    setOpen(undefined);
    setNote({ row, ...successMessage(`We sent a link to ${email}. Open it there to finish.`) });
  }

  return (
    <PanelRow
      row={row}
      term="Email"
      action="Change email"
      panel={({ EmailPanel }) => <EmailPanel onDone={finish} />}
    >
      <p translate="no">
        <EmailAddress>{settings.loginEmail}</EmailAddress>
      </p>
    </PanelRow>
  );
}

function Unconfirmed() {
  const { withReauth } = useSettings();

  async function resend() {
    const outcome = await withReauth(() => request(settingsEndpoints.verifyEmail));
    return outcome.ok
      ? successMessage("The email is on its way. Open the link in it.")
      : formatSettingsError(outcome);
  }

  return (
    <ActionRow
      row="confirm-email"
      term="Please confirm your email"
      action="Send the link again"
      busyLabel="Sending..."
      onPress={resend}
    >
      <p>We sent you an email with a link. Open it to show us that the address is yours.</p>
    </ActionRow>
  );
}

function Pending({ email }: { email: string }) {
  const { reload, withReauth } = useSettings();

  async function cancelChange() {
    const outcome = await withReauth(() => request(settingsEndpoints.cancelEmailChange));
    if (!outcome.ok) return formatSettingsError(outcome);
    await reload();
    // This row is gone: the one above shows the message.
    return { row: "email", ...successMessage("Your email stays as it is.") };
  }

  return (
    <ActionRow
      row="pending-email"
      term="New email, not confirmed yet"
      action="Keep the old one"
      onPress={cancelChange}
    >
      <p>
        <span translate="no">
          <EmailAddress>{email}</EmailAddress>
        </span>
        . Open the link in the email that we sent there. Until then, log in with the old one.
      </p>
    </ActionRow>
  );
}
