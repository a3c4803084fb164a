import { endpoints } from "../../../contract/endpoints/endpoints.ts";
import { changePasswordForm } from "../../../contract/forms/password-forms.ts";
import { paths } from "../../../contract/paths.ts";
import { EndpointForm } from "../../forms/endpoint-form.tsx";
import { post } from "../../runtime/api.ts";
import { useSettings } from "./settings-context.ts";
import { UserName } from "./user-name.tsx";

/** The form for a new password. */
export function PasswordPanel({ onDone }: { onDone: () => Promise<void> }) {
  const { sensitive } = useSettings();
  return (
    <EndpointForm
      form={changePasswordForm}
      action={paths.settings}
      busyLabel="Saving..."
      onSend={(values) => sensitive(() => post(endpoints.changePassword, values))}
      onDone={onDone}
    >
      <UserName />
    </EndpointForm>
  );
}
