import { useState } from "react";
import { withId } from "../../../../../../platform/contract/define-endpoint.ts";
import { request } from "../../../../../../platform/site/runtime/api.ts";
import { type PasskeyResponse, settingsEndpoints } from "../../../../contract/settings.ts";
import { hasPasskeys } from "../../../auth/passkey-support.ts";
import { formatDay, formatSettingsError, loadErrorMessage, successMessage } from "../messages.ts";
import { useSettings } from "../settings-context.ts";
import { ConfirmFirst } from "./confirm-first.tsx";
import { ActionRow, PanelRow } from "./row.tsx";

const row = "passkeys";
const term = "Passkeys";

export function PasskeyRows() {
  const { passkeys, emailVerified } = useSettings().settings;
  const add = emailVerified ? <AddPasskey /> : <ConfirmFirst row={row} term={term} />;
  return (
    <>
      {hasPasskeys() ? add : null}
      {passkeys.map((passkey) => (
        <Passkey key={passkey.id} passkey={passkey} />
      ))}
    </>
  );
}

function AddPasskey() {
  const { settings, reload, setOpen, setNote } = useSettings();
  const count = settings.passkeys.length;

  async function finish(name: string) {
    await reload();
    setOpen(undefined);
    setNote({ row, ...successMessage(`“${name}” is added. You can log in with it from now on.`) });
  }

  return (
    <PanelRow
      row={row}
      term={term}
      action="Add a passkey"
      panel={({ PasskeyPanel }) => <PasskeyPanel onDone={finish} />}
    >
      <p>
        {count === 0
          ? "Log in with your finger, your face or your screen lock, without a password."
          : count === 1
            ? "You have 1 passkey."
            : `You have ${count} passkeys.`}
      </p>
    </PanelRow>
  );
}

function Passkey({ passkey }: { passkey: PasskeyResponse }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const { reload, withReauth, panels, loadPanels } = useSettings();
  const [answer, setAnswer] = useState<(isSure: boolean) => void>();

  async function remove() {
    if (!(await loadPanels())) return loadErrorMessage;
    const isSure = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(undefined);
    if (!isSure) return undefined;
    const outcome = await withReauth(() => request(withId(settingsEndpoints.removePasskey, id)));
    if (!outcome.ok) return formatSettingsError(outcome);
    await reload();
    return { row, ...successMessage(`“${name}” is removed.`) };
  }

  return (
    <>
      <ActionRow
        row={`passkey-${id}`}
        term={`Passkey “${name}”`}
        action="Remove"
        busyLabel="Remove"
        about={`the passkey “${name}”`}
        onPress={remove}
      >
        <p>
          Added {formatDay(createdAt)}.{" "}
          {lastUsedAt === null ? "Not used yet." : `Last used ${formatDay(lastUsedAt)}.`}
        </p>
      </ActionRow>
      {answer && panels && (
        <panels.ConfirmDialog
          heading={`Remove “${name}”?`}
          cancelLabel="Keep it"
          confirmLabel="Remove it"
          onCancel={() => answer(false)}
          onConfirm={() => answer(true)}
        >
          <p>It will no longer log in to your account. Your password works as before.</p>
        </panels.ConfirmDialog>
      )}
    </>
  );
}
