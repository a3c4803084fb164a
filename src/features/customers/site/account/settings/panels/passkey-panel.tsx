import { useState } from "react";
import { paths } from "../../../../../../platform/contract/paths.ts";
import { EndpointForm } from "../../../../../../platform/site/forms/endpoint-form.tsx";
import { FailureDialog } from "../../../../../../platform/site/forms/failure-dialog.tsx";
import { type Outcome, request } from "../../../../../../platform/site/runtime/api.ts";
import { settingsEndpoints } from "../../../../contract/settings.ts";
import { passkeyForm } from "../../../../contract/settings-forms.ts";
import { passkeyErrorMessage, registerPasskey } from "../../../auth/passkeys.ts";
import { isCanceled } from "../messages.ts";
import type { PasskeyPanelProps } from "../panel-props.ts";
import { useSettings } from "../settings-context.ts";

export function PasskeyPanel({ onDone }: PasskeyPanelProps) {
  const { withReauth } = useSettings();
  const [failure, setFailure] = useState<string>();

  /** Requests the options first, so that the device prompts only if the server allows it. */
  async function add(name: string): Promise<Outcome<object>> {
    const created = await withReauth(() => registerPasskey(settingsEndpoints.passkeyOptions));
    if (created.ok) {
      const outcome = await request(settingsEndpoints.addPasskey, { name, response: created.data });
      if (!outcome.ok) setFailure(passkeyErrorMessage(outcome));
      return outcome;
    }
    setFailure(isCanceled(created) ? undefined : passkeyErrorMessage(created));
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
        showError={({ close }) => <PasskeyFailure failure={failure} onClose={close} />}
      />
    </>
  );
}

interface PasskeyFailureProps {
  /** Error of the device or the server; undefined if the person canceled. */
  readonly failure: string | undefined;
  readonly onClose: () => void;
}

function PasskeyFailure({ failure, onClose }: PasskeyFailureProps) {
  return failure === undefined ? null : <FailureDialog failure={failure} onClose={onClose} />;
}
