import { settingsEndpoints } from "../../../../contract/endpoints/settings.ts";
import { changePasswordForm } from "../../../../contract/forms/password-forms.ts";
import { paths } from "../../../../contract/paths.ts";
import { EndpointForm } from "../../../forms/endpoint-form.tsx";
import { request } from "../../../runtime/api.ts";
import type { PasswordPanelProps } from "../shared/panel-props.ts";
import { useSettings } from "../shared/settings-context.ts";
import { UserName } from "../shared/user-name.tsx";

/** Form to change the password. */
export function PasswordPanel({ onDone }: PasswordPanelProps) {
  const { withReauth } = useSettings();
  return (
    <EndpointForm
      form={changePasswordForm}
      action={paths.settings}
      busyLabel="Saving..."
      onSend={(values) => withReauth(() => request(settingsEndpoints.changePassword, values))}
      onDone={onDone}
    >
      <UserName />
    </EndpointForm>
  );
}
