import { useState } from "react";
import { paths } from "../../../../platform/contract/paths.ts";
import { EndpointForm } from "../../../../platform/site/forms/endpoint-form.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { mailbox } from "../../../../platform/site/pictures/forms.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import { useServedState } from "../../../../platform/site/runtime/form-state.ts";
import { buttonClass } from "../../../../platform/site/ui/button.tsx";
import { authDone } from "../../contract/auth.ts";
import { authEndpoints } from "../../contract/auth-endpoints.ts";
import { welcomeForm } from "../../contract/password-forms.ts";
import { AuthDone } from "./auth-done.tsx";
import { AuthPage } from "./auth-page.tsx";

const { success } = welcomeForm;

/** Opened from our letter or text: a customer whom staff added chooses the first password. */
export default function WelcomePage() {
  const served = useServedState(welcomeForm.collection);
  const isServed = served?.step === authDone;
  const [isDone, setIsDone] = useState(isServed);
  const heading = isDone ? success.heading : "Choose your password";
  return (
    <AuthPage
      path={paths.welcome}
      heading={heading}
      title={heading}
      description="Choose a password with the code from our letter or text."
      surface="marigold"
      picture={mailbox}
      {...(!isDone && {
        lead: "We made an account for you, as you asked us on the phone. Enter the code from our letter or text, then choose a password.",
      })}
    >
      {isDone ? (
        <AuthDone text={success.text} isServed={isServed}>
          <AppLink to={paths.login} className={buttonClass()}>
            Log in
          </AppLink>
        </AuthDone>
      ) : (
        <EndpointForm
          form={welcomeForm}
          action={paths.welcome}
          busyLabel="Saving..."
          onSend={(values) => request(authEndpoints.welcome, values)}
          onDone={() => setIsDone(true)}
        />
      )}
    </AuthPage>
  );
}
