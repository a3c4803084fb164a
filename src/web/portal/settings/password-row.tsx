import { calls } from "../../../contract/api.ts";
import { changePasswordForm } from "../../../contract/forms/password-forms.ts";
import { paths } from "../../../contract/paths.ts";
import { post } from "../../api.ts";
import { CallForm } from "../../forms/call-form.tsx";
import { PanelRow } from "./row.tsx";
import { useSettings } from "./settings-context.ts";
import { UserName } from "./user-name.tsx";
import { done } from "./words.ts";

const row = "password";

/** Changing the password. */
export function PasswordRow() {
  const { reload, setOpen, setNote } = useSettings();

  async function finish() {
    await reload();
    setOpen(undefined);
    setNote({ row, ...done("Your password is changed. Your other devices were logged out.") });
  }

  return (
    <PanelRow
      row={row}
      term="Password"
      action="Change password"
      panel={
        <CallForm
          form={changePasswordForm}
          action={paths.settings}
          busyLabel="Saving..."
          onSend={(values) => post(calls.changePassword, values)}
          onDone={finish}
        >
          <UserName />
        </CallForm>
      }
    >
      <p>Nobody can see it, not even we.</p>
    </PanelRow>
  );
}
