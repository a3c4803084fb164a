import { calls } from "../../../contract/api.ts";
import { changePasswordForm } from "../../../contract/forms/password-forms.ts";
import { paths } from "../../../contract/paths.ts";
import { post } from "../../api.ts";
import { CallForm } from "../../forms/call-form.tsx";
import { useSettings } from "./settings-context.ts";
import { UserName } from "./user-name.tsx";

/** The form for a new password. */
export function PasswordPanel({ onDone }: { onDone: () => Promise<void> }) {
  const { sensitive } = useSettings();
  return (
    <CallForm
      form={changePasswordForm}
      action={paths.settings}
      busyLabel="Saving..."
      onSend={(values) => sensitive(() => post(calls.changePassword, values))}
      onDone={onDone}
    >
      <UserName />
    </CallForm>
  );
}
