import { ownSignInEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { PasswordField } from "../../../../platform/desk/ui/password-field.tsx";
import { checkNewPassword, NewPasswordField } from "./new-password-field.tsx";
import { SignInSection } from "./sign-in-section.tsx";

interface OwnPasswordProps {
  readonly email: string;
  readonly onChanged: (what: string) => void;
}

export function OwnPassword({ email, onChanged }: OwnPasswordProps) {
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => ({
      ...requireFields(values, { password: "Enter your current password." }),
      ...checkNewPassword("newPassword", values.newPassword ?? ""),
    }),
    send: ({ password = "", newPassword = "" }) =>
      deskRequest(ownSignInEndpoints.changePassword, { password, newPassword }),
    onDone: () => {
      form.ref.current?.reset();
      onChanged("Your password is changed. Your other devices are logged out.");
    },
  });
  return (
    <SignInSection id="password" heading="Password">
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          id="own-now"
          name="password"
          label="Current password"
          error={fieldErrors.password}
        />
        <NewPasswordField
          id="own-new"
          name="newPassword"
          label="New password"
          error={fieldErrors.newPassword}
        />
        <Actions>
          <SubmitButton isBusy={isBusy}>Change the password</SubmitButton>
        </Actions>
      </form>
    </SignInSection>
  );
}
