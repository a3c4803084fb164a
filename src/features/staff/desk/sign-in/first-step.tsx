import { Link } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import {
  type DeskLoginResponse,
  deskLoginEndpoints,
} from "../../../../platform/contract/desk/staff.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/api/use-desk-form.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import {
  FormAlert,
  formClass,
  linkClass,
  SubmitButton,
} from "../../../../platform/desk/ui/form-parts.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { PasswordField } from "../../../../platform/desk/ui/password-field.tsx";
import { PasskeyButton } from "../second-factor/passkey-button.tsx";
import styles from "./sign-in.module.css";

interface FirstStepProps {
  /** Why a signed-in user was sent here. */
  readonly notice: string | undefined;
  readonly onDone: (state: DeskLoginResponse) => void;
}

/** Email and password, or a passkey in place of both. */
export function FirstStep({ notice, onDone }: FirstStepProps) {
  const { form, fieldErrors, alert, isBusy, setAlert } = useDeskForm({
    check: (values) =>
      requireFields(values, {
        email: "Enter your work email.",
        password: "Enter your password.",
      }),
    send: ({ email = "", password = "" }) =>
      deskRequest(deskLoginEndpoints.login, { email, password }),
    onDone,
  });
  return (
    <>
      <PageHeading>Log in to the desk</PageHeading>
      <p className={styles.lead}>For people who work here.</p>
      {notice && (
        <p role="status" className={styles.notice}>
          {notice}
        </p>
      )}
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <TextField
          id="email"
          name="email"
          type="email"
          label="Work email"
          autoComplete="username"
          spellCheck={false}
          autoCapitalize="none"
          error={fieldErrors.email}
        />
        <PasswordField
          id="password"
          name="password"
          label="Password"
          error={fieldErrors.password}
        />
        <Actions>
          <SubmitButton isBusy={isBusy}>Log in</SubmitButton>
          <PasskeyButton
            options={deskLoginEndpoints.passkeyOptions}
            send={(response) => deskRequest(deskLoginEndpoints.passkeyLogin, response)}
            onDone={onDone}
            onError={setAlert}
          />
        </Actions>
      </form>
      <p className={styles.links}>
        <Link to={deskPaths.forgotPassword} className={linkClass}>
          I forgot my password
        </Link>
      </p>
      <p>
        Looking for your own account?{" "}
        <a href={paths.login} className={linkClass}>
          Log in there
        </a>
      </p>
    </>
  );
}
