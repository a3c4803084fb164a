import { useState } from "react";
import { calls, type PasskeyAnswer } from "../../../contract/api.ts";
import { passkeyForm } from "../../../contract/forms/settings-forms.ts";
import { paths } from "../../../contract/paths.ts";
import { call, type Outcome, post } from "../../api.ts";
import { CallForm } from "../../forms/call-form.tsx";
import { FailureBox } from "../../forms/failure-box.tsx";
import { hasPasskeys, makePasskey, passkeyFault } from "../../passkeys.ts";
import { ConfirmBox } from "../../ui/confirm-box.tsx";
import { ActionRow, PanelRow } from "./row.tsx";
import { useSettings } from "./settings-context.ts";
import { dayInWords, done, fault, isSilent } from "./words.ts";

const row = "passkeys";

/** Logging in with finger, face or screen lock: adding a passkey, and the ones there are. */
export function PasskeyRows() {
  const { passkeys } = useSettings().settings;
  return (
    <>
      {hasPasskeys() ? <AddPasskey /> : null}
      {passkeys.map((passkey) => (
        <Passkey key={passkey.id} passkey={passkey} />
      ))}
    </>
  );
}

function AddPasskey() {
  const { settings, reload, setOpen, setNote, sensitive } = useSettings();
  const [said, setSaid] = useState<string>();
  const count = settings.passkeys.length;

  /** The device asks its owner only once the server has said that it may. */
  async function add(name: string): Promise<Outcome<object>> {
    const made = await sensitive(() => makePasskey(`${calls.passkeys}/options`));
    if (made.ok) {
      const outcome = await post<object>(calls.passkeys, { name, response: made.data });
      if (!outcome.ok) setSaid(passkeyFault(outcome));
      return outcome;
    }
    setSaid(isSilent(made) ? undefined : passkeyFault(made));
    return { ok: false, error: { code: "unreachable" } };
  }

  async function finish(name: string) {
    await reload();
    setOpen(undefined);
    setNote({ row, ...done(`“${name}” is added. You can log in with it from now on.`) });
  }

  return (
    <PanelRow
      row={row}
      term="Passkeys"
      action="Add a passkey"
      panel={
        <>
          <p>
            Your device asks for your finger, your face or its screen lock. Do this on a device that
            only you use.
          </p>
          <CallForm
            form={passkeyForm}
            action={paths.settings}
            busyLabel="Look at your device..."
            onSend={({ name }) => add(name)}
            onDone={(_answer, { name }) => finish(name)}
            showRefusal={({ close }) => <NotAdded said={said} onClose={close} />}
          />
        </>
      }
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

function Passkey({ passkey }: { passkey: PasskeyAnswer }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const { reload, sensitive } = useSettings();
  const [answer, setAnswer] = useState<(isSure: boolean) => void>();

  async function remove() {
    const isSure = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(undefined);
    if (!isSure) return undefined;
    const outcome = await sensitive(() => call("DELETE", `${calls.passkeys}/${id}`));
    if (!outcome.ok) return fault(outcome);
    await reload();
    return { row, ...done(`“${name}” is removed.`) };
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
          Added {dayInWords(createdAt)}.{" "}
          {lastUsedAt === null ? "Not used yet." : `Last used ${dayInWords(lastUsedAt)}.`}
        </p>
      </ActionRow>
      {answer && (
        <ConfirmBox
          heading={`Remove “${name}”?`}
          stay="Keep it"
          go="Remove it"
          onStay={() => answer(false)}
          onGo={() => answer(true)}
        >
          <p>It will no longer log in to your account. Your password works as before.</p>
        </ConfirmBox>
      )}
    </>
  );
}

interface NotAddedProps {
  /** What the device or the server said; undefined when the person went back. */
  readonly said: string | undefined;
  readonly onClose: () => void;
}

function NotAdded({ said, onClose }: NotAddedProps) {
  return said === undefined ? null : <FailureBox failure={said} onClose={onClose} />;
}
