import { settingsEndpoints } from "../../../../contract/endpoints/settings.ts";
import { changeEmailForm } from "../../../../contract/forms/password-forms.ts";
import { paths } from "../../../../contract/paths.ts";
import { EndpointForm } from "../../../forms/endpoint-form.tsx";
import { request } from "../../../runtime/api.ts";
import type { EmailPanelProps } from "../shared/panel-props.ts";
import { useSettings } from "../shared/settings-context.ts";
import { UserName } from "../shared/user-name.tsx";

/** Form to change the email. */
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
