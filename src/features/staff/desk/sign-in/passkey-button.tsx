import { useState } from "react";
import type { DeskEndpoint, NoBody } from "../../../../platform/contract/define-endpoint.ts";
import { requestPasskey } from "../../../../platform/desk/data/desk-passkeys.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import type { Outcome } from "../../../../platform/site/runtime/api.ts";

interface PasskeyButtonProps<Response> {
  readonly options: DeskEndpoint<NoBody, { readonly challenge: string }>;
  readonly send: (response: object) => Promise<Outcome<Response>>;
  readonly onDone: (data: Response) => void;
  readonly onError: (message: string | undefined) => void;
}

/** Authenticates with a passkey. Not rendered in browsers without passkeys. */
export function PasskeyButton<Response>(props: PasskeyButtonProps<Response>) {
  const { options, send, onDone, onError } = props;
  const [isBusy, setIsBusy] = useState(false);
  if (typeof PublicKeyCredential !== "function") return null;

  async function run() {
    setIsBusy(true);
    onError(undefined);
    const device = await requestPasskey(options);
    const outcome = device.ok ? await send(device.response) : undefined;
    setIsBusy(false);
    if (!device.ok) onError(device.message);
    else if (outcome?.ok) onDone(outcome.data);
    else if (outcome) onError(failureMessage(outcome.error));
  }

  return (
    <Button look="ghost" aria-disabled={isBusy || undefined} onClick={() => !isBusy && void run()}>
      <DeskIcon name="key" />
      Use my passkey
    </Button>
  );
}
