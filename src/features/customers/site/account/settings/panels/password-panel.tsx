import { paths } from "../../../../../../platform/contract/paths.ts";
import { EndpointForm } from "../../../../../../platform/site/forms/endpoint-form.tsx";
import { request } from "../../../../../../platform/site/runtime/api.ts";
import { changePasswordForm } from "../../../../contract/password-forms.ts";
import { settingsEndpoints } from "../../../../contract/settings.ts";
import type { PasswordPanelProps } from "../panel-props.ts";
import { useSettings } from "../settings-context.ts";
import { UserName } from "../user-name.tsx";

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
