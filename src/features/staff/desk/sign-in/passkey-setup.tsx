import type { DeskEndpoint, NoBody } from "../../../../platform/contract/define-endpoint.ts";
import { makePasskey } from "../../../../platform/desk/data/desk-passkeys.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import type { Outcome } from "../../../../platform/site/runtime/api.ts";

interface NewPasskey {
  readonly name: string;
  readonly response: object;
}

interface PasskeySetupProps<Response> {
  readonly options: DeskEndpoint<NoBody, { readonly challenge: string }>;
  readonly send: (passkey: NewPasskey) => Promise<Outcome<Response>>;
  readonly onDone: (data: Response) => void;
}

export function PasskeySetup<Response>({ options, send, onDone }: PasskeySetupProps<Response>) {
  const { form, fieldErrors, alert, isBusy, setAlert } = useDeskForm<Response | undefined>({
    check: (values) => requireFields(values, { name: "Give the passkey a name." }),
    send: async ({ name = "" }) => {
      const device = await makePasskey(options);
      if (device.ok) return send({ name, response: device.response });
      setAlert(device.message);
      return { ok: true, data: undefined };
    },
    onDone: (data) => {
      if (data) onDone(data);
    },
  });
  if (typeof PublicKeyCredential !== "function") {
    return <p>This browser has no passkeys.</p>;
  }
  return (
    <form {...form} className={formClass}>
      <FormAlert message={alert} />
      <TextField
        id="passkey-name"
        name="name"
        label="Name of this passkey"
        hint="Such as “Work laptop”."
        defaultValue="This device"
        autoComplete="off"
        error={fieldErrors.name}
      />
      <Actions>
        <SubmitButton isBusy={isBusy}>
          <DeskIcon name="key" />
          Make a passkey
        </SubmitButton>
      </Actions>
    </form>
  );
}
