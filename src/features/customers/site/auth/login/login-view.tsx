import { type ReactNode, type SubmitEvent, use, useEffect, useRef, useState } from "react";
import { brand } from "../../../../../brand.ts";
import type { FormState } from "../../../../../platform/contract/form-engine/submission.ts";
import { type Path, paths } from "../../../../../platform/contract/paths.ts";
import { addToDraft } from "../../../../../platform/site/forms/drafts.ts";
import {
  EndpointForm,
  type ShownError,
} from "../../../../../platform/site/forms/endpoint-form.tsx";
import { FailureDialog } from "../../../../../platform/site/forms/failure-dialog.tsx";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { doorCreate } from "../../../../../platform/site/pictures/forms.ts";
import { request } from "../../../../../platform/site/runtime/api.ts";
import { useServedState } from "../../../../../platform/site/runtime/form-state.ts";
import { hasLoggedOut } from "../../../../../platform/site/runtime/prefill-customer.ts";
import { useLocation, useNavigate } from "../../../../../platform/site/runtime/router-context.tsx";
import { Button, buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { CloseButton, MessageDialog } from "../../../../../platform/site/ui/message-dialog.tsx";
import {
  authExtras,
  authPath,
  createAccountCollection,
  loginFirstFor,
  loginNotices,
  readNotice,
} from "../../../contract/auth.ts";
import { authEndpoints, type LoginResponse } from "../../../contract/auth-endpoints.ts";
import { loginCodeForm, loginFailed, loginForm } from "../../../contract/login.ts";
import { AccountChoice } from "../account-choice.tsx";
import styles from "../auth.module.css";
import { HiddenExtras } from "../hidden-extras.tsx";
import { useNext, useSignedInRedirect, verifySession } from "../use-auth-form.ts";
import { NewDocumentContext } from "./island-router.tsx";
import { PasskeyLogin } from "./passkey-login.tsx";

interface LoginViewProps {
  /** The page it is on, which handles the POST when no script runs. */
  readonly page: Path;
  /** Other ways to get help: below the form for readers who were sent here to log in. */
  readonly children?: ReactNode;
}

export function LoginView({ page, children }: LoginViewProps) {
  const served = useServedState(loginForm.collection);
  const servedCode = useServedState(loginCodeForm.collection);
  const next = useNext(served ?? servedCode);
  const [needsCode, setNeedsCode] = useState(servedCode !== null);
  const [email, setEmail] = useState("");
  const navigate = useNavigate();
  useSignedInRedirect(next);

  async function finishLogin(response: LoginResponse) {
    if (response.state === "code-needed") setNeedsCode(true);
    else await navigate(response.next, { replace: true });
  }

  const extras = next === undefined ? {} : { [authExtras.next]: next };
  if (needsCode) {
    return (
      <CodeStep
        page={page}
        extras={extras}
        onDone={finishLogin}
        onRestart={() => setNeedsCode(false)}
      />
    );
  }
  return (
    <>
      <Notice
        served={served}
        destination={next && loginFirstFor(served?.extras?.[authExtras.app])}
      />
      <AccountChoice current="login" loginPage={page} next={next} />
      {next === undefined && children}
      <EndpointForm
        form={loginForm}
        action={page}
        busyLabel="Logging in..."
        onSend={async (values) =>
          verifySession(await request(authEndpoints.login, { ...values, ...extras }))
        }
        initial={{ email }}
        onDone={(response, values) => {
          setEmail(values.email);
          return finishLogin(response);
        }}
        showError={(rejection) => <LoginFailed rejection={rejection} next={next} />}
        after={
          <ul className={styles.ways}>
            <li>
              <AppLink to={paths.forgotPassword}>Forgot your password?</AppLink>
            </li>
          </ul>
        }
      >
        <HiddenExtras extras={extras} />
      </EndpointForm>
      <PasskeyLogin extras={extras} onDone={finishLogin} />
      {next !== undefined && children}
    </>
  );
}

interface NoticeProps {
  readonly served: FormState | null;
  /** Said if the reader came from another page, or from an app. */
  readonly destination: string | undefined;
}

/** Why the reader is on this page. Set in an effect, because screen readers announce changes only. */
function Notice({ served, destination }: NoticeProps) {
  const { search } = useLocation();
  const requested = readNotice(new URLSearchParams(served?.step ?? search));
  const name = requested ?? (hasLoggedOut() ? "logged-out" : undefined);
  const text = name ? loginNotices[name] : destination;
  const [shown, setShown] = useState(served ? text : undefined);
  useEffect(() => setShown(text), [text]);
  return (
    <p role="status" className={shown && styles.notice}>
      {shown}
    </p>
  );
}

interface CodeStepProps {
  readonly page: Path;
  readonly extras: Readonly<Record<string, string>>;
  readonly onDone: (response: LoginResponse) => Promise<void>;
  readonly onRestart: () => void;
}

/** Second factor of signing in: the password was right, the authenticator code is missing. */
function CodeStep({ page, extras, onDone, onRestart }: CodeStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isServed = useServedState(loginCodeForm.collection) !== null;
  useEffect(() => {
    if (!isServed) heading.current?.focus();
  }, [isServed]);
  return (
    <div className={styles.step}>
      <h2 ref={heading} tabIndex={-1}>
        One more step
      </h2>
      <p>Your password is right. Now show us that you have your phone with you.</p>
      <EndpointForm
        form={loginCodeForm}
        action={page}
        busyLabel="Logging in..."
        onSend={async (values) =>
          verifySession(await request(authEndpoints.loginCode, { ...values, ...extras }))
        }
        onDone={onDone}
        showError={(rejection) => {
          const { code, sentence, close } = rejection;
          if (code === "account-locked")
            return <LoginFailed rejection={rejection} next={undefined} />;
          return code === "login-expired" ? (
            <FailureDialog failure={sentence} onClose={onRestart}>
              Your email is still here.
            </FailureDialog>
          ) : (
            <FailureDialog failure={sentence} onClose={close}>
              Codes change every half minute.
            </FailureDialog>
          );
        }}
      >
        <HiddenExtras extras={extras} />
      </EndpointForm>
      <form
        action={page}
        className={styles.again}
        onSubmit={(event) => {
          event.preventDefault();
          onRestart();
        }}
      >
        <Button look="ghost" type="submit">
          Start again
        </Button>
      </form>
    </div>
  );
}

interface LoginFailedProps {
  readonly rejection: ShownError;
  readonly next: string | undefined;
}

/** Codes whose sentence says all. */
const complete: ReadonlySet<string> = new Set([
  "user-not-found",
  "wrong-password",
  "account-locked",
]);

/** Alert of a rejected sign-in, with the next step that fits the reason. */
function LoginFailed({ rejection, next }: LoginFailedProps) {
  const { code, sentence, values, close } = rejection;
  return (
    <MessageDialog
      kind="alert"
      heading={loginFailed.heading}
      picture={doorCreate}
      onClose={close}
      actions={
        code === "user-not-found" ? (
          <>
            <CreateButton email={values.email ?? ""} next={next} />
            <CloseButton look="ghost">Try again</CloseButton>
          </>
        ) : (
          <>
            <CloseButton>{loginFailed.button}</CloseButton>
            {code === "wrong-password" && (
              <AppLink to={paths.forgotPassword} className={buttonClass("ghost")}>
                Reset password
              </AppLink>
            )}
            {code === "account-locked" && (
              <a href={`tel:${brand.phone.e164}`} className={buttonClass("ghost")}>
                Call us
              </a>
            )}
          </>
        )
      }
    >
      <p>{sentence}</p>
      {!complete.has(code) && (
        <p>
          {code === "unreachable" && "We could not be reached just now. "}
          Your email is still here. You can also call{" "}
          <a href={`tel:${brand.phone.e164}`}>{brand.phone.shown}</a>.
        </p>
      )}
    </MessageDialog>
  );
}

/**
 * Opens the create-account page with the email filled in. The email is passed in memory, or in
 * the body of a POST when no script runs, never in a URL.
 */
function CreateButton({
  email,
  next,
}: {
  readonly email: string;
  readonly next: string | undefined;
}) {
  const navigate = useNavigate();
  const isNewDocument = use(NewDocumentContext);
  function go(event: SubmitEvent) {
    if (isNewDocument) return;
    event.preventDefault();
    addToDraft(createAccountCollection, { email });
    void navigate(authPath(paths.createAccount, next));
  }
  return (
    <form method="post" action={paths.createAccount} onSubmit={go}>
      <input type="hidden" name="email" value={email} />
      <HiddenExtras
        extras={{ [authExtras.prefill]: "yes", ...(next && { [authExtras.next]: next }) }}
      />
      <Button type="submit">{loginFailed.button}</Button>
    </form>
  );
}
