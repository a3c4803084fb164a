import { useState } from "react";
import { facts } from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { readDraft } from "../../../../platform/site/forms/drafts.ts";
import { EndpointForm } from "../../../../platform/site/forms/endpoint-form.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { mailbox } from "../../../../platform/site/pictures/forms.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import { useServedState } from "../../../../platform/site/runtime/form-state.ts";
import { ButtonRow, buttonClass } from "../../../../platform/site/ui/button.tsx";
import { authEndpoints } from "../../contract/auth-endpoints.ts";
import { loginForm } from "../../contract/login.ts";
import { forgotPasswordForm } from "../../contract/password-forms.ts";
import styles from "./auth.module.css";
import { AuthDone } from "./auth-done.tsx";
import { AuthPage } from "./auth-page.tsx";

const { success } = forgotPasswordForm;
const waitText = `The link works for ${facts.keep.resetLinkMinutes} minutes. No email yet? Look in your spam folder. Or ask again, and check the address that you type.`;

/** Requests a password reset email. The response is the same for every address. */
export default function ForgotPasswordPage() {
  const served = useServedState(forgotPasswordForm.collection);
  const isServed = served?.step === "done";
  const [isDone, setIsDone] = useState(isServed);
  const heading = isDone ? success.heading : "Forgot your password?";
  return (
    <AuthPage
      path={paths.forgotPassword}
      heading={heading}
      title={heading}
      description="Get a link by email to set a new password."
      surface="marigold"
      picture={mailbox}
      {...(!isDone && {
        lead: "Type the email address you log in with. We will send you a link to set a new password.",
      })}
    >
      {isDone ? (
        <AuthDone text={success.text} isServed={isServed}>
          <p>{waitText}</p>
          <ButtonRow>
            <AppLink to={paths.login} className={buttonClass()}>
              Back to log in
            </AppLink>
            {/* A plain link: the empty form has the same address, so the router would do nothing. */}
            <a href={paths.forgotPassword} className={buttonClass("ghost")}>
              Ask again
            </a>
          </ButtonRow>
        </AuthDone>
      ) : (
        <EndpointForm
          form={forgotPasswordForm}
          action={paths.forgotPassword}
          initial={{ email: readDraft(loginForm)?.email ?? "" }}
          onSend={(values) => request(authEndpoints.forgotPassword, values)}
          onDone={() => setIsDone(true)}
          after={
            <ul className={styles.ways}>
              <li>
                <AppLink to={paths.login}>Back to log in</AppLink>
              </li>
            </ul>
          }
        />
      )}
    </AuthPage>
  );
}
