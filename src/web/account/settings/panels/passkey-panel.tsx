import { useState } from "react";
import { endpoints } from "../../../../contract/endpoints/endpoints.ts";
import { passkeyForm } from "../../../../contract/forms/settings-forms.ts";
import { paths } from "../../../../contract/paths.ts";
import { makePasskey, passkeyErrorMessage } from "../../../auth/passkeys/passkeys.ts";
import { EndpointForm } from "../../../forms/endpoint-form.tsx";
import { FailureDialog } from "../../../forms/failure-dialog.tsx";
import { type Outcome, post } from "../../../runtime/api.ts";
import { isCancelled } from "../shared/messages.ts";
import type { PasskeyPanelProps } from "../shared/panel-props.ts";
import { useSettings } from "../shared/settings-context.ts";

/** Names a new passkey and lets the device make it. */
export function PasskeyPanel({ onDone }: PasskeyPanelProps) {
  const { sensitive } = useSettings();
  const [said, setSaid] = useState<string>();

  /** The device asks its owner only once the server has said that it may. */
  async function add(name: string): Promise<Outcome<object>> {
    const made = await sensitive(() => makePasskey(`${endpoints.passkeys}/options`));
    if (made.ok) {
      const outcome = await post<object>(endpoints.passkeys, { name, response: made.data });
      if (!outcome.ok) setSaid(passkeyErrorMessage(outcome));
      return outcome;
    }
    setSaid(isCancelled(made) ? undefined : passkeyErrorMessage(made));
    return { ok: false, error: { code: "unreachable" } };
  }

  return (
    <>
      <p>
        Your device asks for your finger, your face or its screen lock. Do this on a device that
        only you use.
      </p>
      <EndpointForm
        form={passkeyForm}
        action={paths.settings}
        busyLabel="Look at your device..."
        onSend={({ name }) => add(name)}
        onDone={(_answer, { name }) => onDone(name)}
        showError={({ close }) => <NotAdded said={said} onClose={close} />}
      />
    </>
  );
}

interface NotAddedProps {
  /** What the device or the server said; undefined when the person went back. */
  readonly said: string | undefined;
  readonly onClose: () => void;
}

function NotAdded({ said, onClose }: NotAddedProps) {
  return said === undefined ? null : <FailureDialog failure={said} onClose={onClose} />;
}
