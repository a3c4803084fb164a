import { useState } from "react";
import { Link, redirect, useLoaderData, useNavigate } from "react-router";
import { brand } from "../../../../brand.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import {
  deskLoginEndpoints,
  type InvitationResponse,
} from "../../../../platform/contract/desk/staff.ts";
import { cleanToken } from "../../../../platform/contract/form-engine/clean-token.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { RequestFailure } from "../../../../platform/desk/data/request-failure.ts";
import { useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import {
  FormAlert,
  formClass,
  linkClass,
  SubmitButton,
} from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { checkNewPassword, NewPasswordField } from "./new-password-field.tsx";
import styles from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";

/** The link's token and what it is for; null: it no longer works. */
type JoinLink = (InvitationResponse & { readonly token: string }) | null;

/** Reads the link: its token is the fragment, which browsers never send by themselves. */
export async function loadInvitation(): Promise<JoinLink | Response> {
  // Mail programs and people add a period or a bracket behind the link.
  const token = cleanToken(location.hash.slice(1));
  if (token === "") return redirect(deskPaths.login);
  const outcome = await deskRequest(deskLoginEndpoints.readInvitation, { token });
  if (outcome.ok) return { ...outcome.data, token };
  if (outcome.error.code === "link-expired") return null;
  throw new RequestFailure(outcome.error);
}

export function JoinPage() {
  const loaded = useLoaderData<JoinLink>();
  const [isExpired, setIsExpired] = useState(loaded === null);
  return (
    <SignInFrame>
      {loaded === null || isExpired ? (
        <ExpiredLink />
      ) : (
        <PasswordForm link={loaded} onExpired={() => setIsExpired(true)} />
      )}
    </SignInFrame>
  );
}

function ExpiredLink() {
  return (
    <>
      <PageHeading key="expired">This link no longer works</PageHeading>
      <p>
        It was used already, it is too old, or a part of it is missing. A newer email may have the
        one that works.
      </p>
      <p>
        Were you invited? Ask the admin who invited you for a new link. Did you ask for a new
        password? Ask for it once more.
      </p>
      <p className={styles.links}>
        <Link to={deskPaths.forgotPassword} className={linkClass}>
          Send me a new link
        </Link>
      </p>
      <p>
        <Link to={deskPaths.login} className={linkClass}>
          Go to the login
        </Link>
      </p>
    </>
  );
}

interface PasswordFormProps {
  readonly link: NonNullable<JoinLink>;
  readonly onExpired: () => void;
}

function PasswordForm({ link, onExpired }: PasswordFormProps) {
  const { token, purpose, name, email } = link;
  const navigate = useNavigate();
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: ({ password = "" }) => checkNewPassword("password", password),
    send: ({ password = "" }) =>
      deskRequest(deskLoginEndpoints.acceptInvitation, { token, password }),
    // The log-in continues with the second factor.
    onDone: () => void navigate(deskPaths.login, { replace: true }),
    onRejected: (code) => {
      if (code === "link-expired") onExpired();
    },
  });
  const isNew = purpose === "join";
  return (
    <>
      <PageHeading key="form">
        {isNew ? `Welcome to the ${brand.name} desk` : "Set a new password"}
      </PageHeading>
      <p className={styles.lead}>
        Hello {name.split(" ")[0]}. {isNew ? "First set a password" : "Set a password"} for {email}.
      </p>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordField id="password" label="New password" error={fieldErrors.password} />
        <Actions>
          <SubmitButton isBusy={isBusy}>Set the password</SubmitButton>
        </Actions>
      </form>
      <p className={styles.links}>
        {isNew
          ? "Next: set up your second step, a passkey or a code app."
          : "Next: your passkey or code."}
      </p>
    </>
  );
}
