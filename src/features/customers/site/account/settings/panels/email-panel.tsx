import { paths } from "../../../../../../platform/contract/paths.ts";
import { EndpointForm } from "../../../../../../platform/site/forms/endpoint-form.tsx";
import { request } from "../../../../../../platform/site/runtime/api.ts";
import { changeEmailForm } from "../../../../contract/password-forms.ts";
import { settingsEndpoints } from "../../../../contract/settings.ts";
import type { EmailPanelProps } from "../panel-props.ts";
import { useSettings } from "../settings-context.ts";
import { UserName } from "../user-name.tsx";

export function EmailPanel({ onDone }: EmailPanelProps) {
  const { withReauth } = useSettings();
  return (
    <EndpointForm
      form={changeEmailForm}
      action={paths.settings}
      onSend={(values) => withReauth(() => request(settingsEndpoints.changeEmail, values))}
      onDone={(_answer, { email }) => onDone(email)}
    >
      <UserName />
    </EndpointForm>
  );
}
