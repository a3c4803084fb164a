import { useState } from "react";
import { Link, useLoaderData, useLocation, useNavigate, useSearchParams } from "react-router";
import { brand } from "../../../../brand.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import {
  type DeskLoginResponse,
  type DeskSessionResponse,
  deskLoginEndpoints,
} from "../../../../platform/contract/desk/staff.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { RequestFailure } from "../../../../platform/desk/data/request-failure.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { readNextPath, readUnsent } from "../../../../platform/desk/shell/next-path.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import {
  FormAlert,
  formClass,
  LinkButton,
  linkClass,
  SubmitButton,
} from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { PasswordField } from "../../../../platform/desk/ui/password-field.tsx";
import { CodeField, emptyCodeError } from "./code-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { SecondFactorSetup } from "./second-factor-setup.tsx";
import styles from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";

/** Loads the state of the log-in, so that a reload continues there. */
export async function loadLoginState(): Promise<DeskSessionResponse> {
  const outcome = await deskRequest(deskLoginEndpoints.session);
  if (!outcome.ok) throw new RequestFailure(outcome.error);
  return outcome.data;
}

/** Location state if a request that found the session expired opened the page. */
interface LoginLocationState {
  readonly isOver?: boolean;
}

/** Logging in: password, second factor, and setting one up where there is none. */
export function LoginPage() {
  const loaded = useLoaderData<DeskSessionResponse>();
  const [state, setState] = useState<DeskSessionResponse | DeskLoginResponse>(loaded);
  const [notice, setNotice] = useState<string>();
  const { state: from } = useLocation() as { readonly state: LoginLocationState | null };
  const [search] = useSearchParams();
  const navigate = useNavigate();

  function goIn() {
    void navigate(readNextPath(search), { replace: true });
  }
  function goOn(next: DeskLoginResponse) {
    if (next.state === "signed-in") goIn();
    else setState(next);
  }
  function startAgain(why?: string) {
    setNotice(why);
    setState({ state: "signed-out" });
  }

  return (
    <SignInFrame>
      {state.state === "code-needed" && (
        <SecondStep name={state.name} onDone={goOn} onStartAgain={startAgain} />
      )}
      {state.state === "setup-needed" && (
        <SecondFactorSetup onDone={goIn} onStartAgain={startAgain} />
      )}
      {(state.state === "signed-out" || state.state === "signed-in") && (
        <FirstStep
          notice={
            notice ??
            (from?.isOver
              ? "Your session has expired. Log in to continue where you left off."
              : describeUnsent(readUnsent(search)))
          }
          onDone={goOn}
        />
      )}
    </SignInFrame>
  );
}

/** What the log-out did to replies within their ten seconds. */
function describeUnsent(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? "Your last reply was not sent, because you logged out. It is kept as your draft."
    : `Your last ${count} replies were not sent, because you logged out. They are kept as your drafts.`;
}

interface FirstStepProps {
  readonly notice: string | undefined;
  readonly onDone: (state: DeskLoginResponse) => void;
}

function FirstStep({ notice, onDone }: FirstStepProps) {
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

interface SecondStepProps {
  readonly name: string;
  readonly onDone: (state: DeskLoginResponse) => void;
  /** @param why notice to show at the first step */
  readonly onStartAgain: (why?: string) => void;
}

function SecondStep({ name, onDone, onStartAgain }: SecondStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const { form, fieldErrors, alert, isBusy, setAlert } = useDeskForm({
    check: (values) => requireFields(values, { code: emptyCodeError(isRecovery) }),
    send: ({ code = "" }) => deskRequest(deskLoginEndpoints.loginCode, { code }),
    onDone,
    fieldOf: { "wrong-code": "code" },
    onRejected: (code) => {
      if (code === "login-expired") {
        onStartAgain("That took too long. Log in again with your password.");
      }
    },
  });

  async function startAgain() {
    await deskRequest(deskLoginEndpoints.logout);
    onStartAgain();
  }

  return (
    <>
      <PageHeading>Second step</PageHeading>
      <p className={styles.lead}>
        Hello {name.split(" ")[0]}.{" "}
        {isRecovery
          ? "Type one of the recovery codes that you saved."
          : `Open your code app and type the six digits it shows for ${brand.name}.`}
      </p>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <CodeField id="code" isRecovery={isRecovery} error={fieldErrors.code} />
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
        <LinkButton onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? "Use a code of my code app" : "Use a recovery code"}
        </LinkButton>
      </p>
      <p>
        <LinkButton onClick={() => void startAgain()}>Log in as someone else</LinkButton>
      </p>
    </>
  );
}
