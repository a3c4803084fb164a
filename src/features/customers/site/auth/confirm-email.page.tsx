import { type ReactNode, useState } from "react";
import { facts } from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { EndpointForm, type ShownError } from "../../../../platform/site/forms/endpoint-form.tsx";
import { FailureDialog } from "../../../../platform/site/forms/failure-dialog.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { mailbox } from "../../../../platform/site/pictures/forms.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import { useServedState } from "../../../../platform/site/runtime/form-state.ts";
import { buttonClass } from "../../../../platform/site/ui/button.tsx";
import { authExtras } from "../../contract/auth.ts";
import { authEndpoints } from "../../contract/auth-endpoints.ts";
import {
  alreadyConfirmed,
  type ConfirmLinkValues,
  confirmByPasswordForm,
  confirmEmailForm,
  notMineQuery,
  notMyAccountForm,
} from "../../contract/confirm-email.ts";
import styles from "./auth.module.css";
import { AuthDone } from "./auth-done.tsx";
import { AuthPage } from "./auth-page.tsx";
import { focusHeading } from "./focus-heading.ts";
import { HiddenExtras } from "./hidden-extras.tsx";
import { LinkNeeded } from "./link-needed.tsx";
import { NotMyAccount } from "./not-my-account.tsx";
import { useEmailedLink } from "./use-auth-form.ts";

const { success } = confirmEmailForm;

/**
 * Opened by a link from an email. Opening it changes nothing: the button confirms the address,
 * and only in a browser that is signed in to the account, or with its password.
 */
export default function ConfirmEmailPage() {
  const notMine = useServedState(notMyAccountForm.collection);
  return notMine ? <NotMyAccount served={notMine} /> : <ConfirmEmail />;
}

function ConfirmEmail() {
  const servedButton = useServedState(confirmEmailForm.collection);
  const servedPassword = useServedState(confirmByPasswordForm.collection);
  const served = servedButton ?? servedPassword;
  const link = useEmailedLink(served);
  const { token, isDone } = link;
  const isAlready = served?.step === alreadyConfirmed;
  const heading = isAlready
    ? "Your email is already confirmed"
    : (link.headingOf(success.heading, "confirm your email") ?? "Confirm your email");
  return (
    <AuthPage
      path={paths.confirmEmail}
      heading={heading}
      title={heading}
      description="Confirm your email address with the link from our email."
      surface="marigold"
      picture={mailbox}
    >
      {(isDone || isAlready) && (
        <AuthDone
          text={isAlready ? "There is nothing left to do." : success.text}
          isServed={isAlready || link.isServed}
        >
          <AppLink to={paths.profile} className={buttonClass()}>
            Go to your profile
          </AppLink>
        </AuthDone>
      )}
      {!isDone && token && (
        <ConfirmForm
          link={link}
          token={token}
          values={served?.values as Partial<ConfirmLinkValues>}
        />
      )}
      {!isDone && !isAlready && !token && !link.isUnchecked && (
        <LinkNeeded isNew={link.isSpent} validFor={`${facts.keep.emailLinkHours} hours`}>
          <p>You can get a new one in your settings, under “How you log in”.</p>
          <AppLink to={paths.settings} className={buttonClass()}>
            Go to your settings
          </AppLink>
        </LinkNeeded>
      )}
    </AuthPage>
  );
}

interface ConfirmFormProps {
  readonly link: ReturnType<typeof useEmailedLink>;
  readonly token: string;
  readonly values?: Partial<ConfirmLinkValues> | undefined;
}

/** A button for the signed-in owner of the account, a password form for anyone else. */
function ConfirmForm({ link, token, values = {} }: ConfirmFormProps) {
  const [viewer, setViewer] = useState(values.viewer ?? "anybody");
  /** The session ended after the page was loaded. */
  function askForPassword() {
    setViewer("anybody");
    focusHeading();
  }

  const email = values.email ? <b className={styles.email}>{values.email}</b> : "the address";
  const extras = { [authExtras.token]: token };
  if (viewer === "code-needed") return <CodeNeeded email={email} token={token} />;
  const shared = {
    action: paths.confirmEmail,
    onDone: link.finish,
    showError: (rejection: ShownError) => (
      <FailureDialog
        failure={rejection.sentence}
        onClose={rejection.code === "confirm-needed" ? askForPassword : link.closeOf(rejection)}
      >
        {rejection.code === "link-expired" ? "You can get a new one." : undefined}
      </FailureDialog>
    ),
    children: <HiddenExtras extras={extras} />,
  };
  if (viewer === "owner") {
    return (
      <>
        <p className={`lead ${styles.lead}`}>Press the button if {email} is yours.</p>
        <Consequences kind={values.kind} />
        <EndpointForm
          {...shared}
          key="button"
          form={confirmEmailForm}
          onSend={() => request(authEndpoints.confirmEmail, extras)}
        />
      </>
    );
  }
  return (
    <>
      <p className={`lead ${styles.lead}`}>
        {viewer === "other-account" && "Another account is logged in here. "}
        To confirm {email}, type the password of the account that{" "}
        {values.kind === "change-email" ? "will use it to log in." : "was made with it."}
      </p>
      <Consequences kind={values.kind} />
      <EndpointForm
        {...shared}
        key="password"
        form={confirmByPasswordForm}
        onSend={(typed) => request(authEndpoints.confirmByPassword, { ...typed, ...extras })}
        after={
          <ul className={styles.ways}>
            <li>
              <AppLink to={paths.forgotPassword}>Forgot your password?</AppLink>
            </li>
            <NotMe token={token} />
          </ul>
        }
      />
    </>
  );
}

/** What the confirmation does, so that nobody links messages to an account unknowingly. */
function Consequences({ kind }: { readonly kind: ConfirmLinkValues["kind"] | undefined }) {
  return (
    <p className={styles.about}>
      {kind === "change-email" && "From then on you log in with it. "}
      Messages that you sent us before from this address are then linked to the account.
    </p>
  );
}

/** Accounts with two-factor codes must sign in on the sign-in page first. */
function CodeNeeded({ email, token }: { readonly email: ReactNode; readonly token: string }) {
  return (
    <div className={styles.done}>
      <p className="lead">
        Your account asks for a code when you log in. So log in here first. Then open the link in
        our email to {email} again.
      </p>
      <p>If another account is logged in here, log out of it first.</p>
      <AppLink to={paths.login} className={buttonClass()}>
        Log in
      </AppLink>
      <ul className={styles.ways}>
        <NotMe token={token} />
      </ul>
    </div>
  );
}

/** For people who did not create the account. Loads a document, because the server fills it in. */
function NotMe({ token }: { readonly token: string }) {
  return (
    <li>
      <a href={`${paths.confirmEmail}?${notMineQuery}=${token}`} target="_self">
        This was not me
      </a>
    </li>
  );
}
