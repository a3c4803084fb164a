import { authExtras } from "../../contract/auth.ts";
import { authEndpoints } from "../../contract/endpoints/auth.ts";
import { facts } from "../../contract/facts.ts";
import { resetPasswordForm } from "../../contract/forms/password-forms.ts";
import { paths } from "../../contract/paths.ts";
import { EndpointForm } from "../forms/endpoint-form.tsx";
import { FailureDialog } from "../forms/failure-dialog.tsx";
import { AppLink } from "../page/app-link.tsx";
import { doorLogin } from "../pictures/forms.ts";
import { request } from "../runtime/api.ts";
import { useServedState } from "../runtime/form-state.ts";
import { buttonClass } from "../ui/button.tsx";
import { AuthDone } from "./parts/auth-done.tsx";
import { AuthPage } from "./parts/auth-page.tsx";
import { HiddenExtras } from "./parts/hidden-extras.tsx";
import { LinkNeeded } from "./parts/link-needed.tsx";
import { useEmailedLink } from "./parts/use-auth-form.ts";

const { success } = resetPasswordForm;

/** Opened by a link from an email. Opening it changes nothing: the button sets the new password. */
export default function ResetPasswordPage() {
  const served = useServedState(resetPasswordForm.collection);
  const link = useEmailedLink(served);
  const { token, isDone } = link;
  const heading = link.headingOf(success.heading, "set a new password") ?? "Set a new password";
  return (
    <AuthPage
      path={paths.resetPassword}
      heading={heading}
      title={heading}
      description="Set a new password with the link from our email."
      surface="marigold"
      picture={doorLogin}
      crop="low"
      {...(token &&
        !isDone && { lead: "Once it is saved, we log you out everywhere, to be safe." })}
    >
      {isDone && (
        <AuthDone text={success.text} isServed={link.isServed}>
          <AppLink to={paths.login} className={buttonClass()}>
            Log in
          </AppLink>
        </AuthDone>
      )}
      {!isDone && token && (
        <EndpointForm
          form={resetPasswordForm}
          action={paths.resetPassword}
          busyLabel="Saving..."
          onSend={(values) =>
            request(authEndpoints.resetPassword, { ...values, [authExtras.token]: token })
          }
          onDone={link.finish}
          showError={(rejection) => (
            <FailureDialog failure={rejection.sentence} onClose={link.closeOf(rejection)}>
              {rejection.code === "link-expired" ? "You can get a new one." : undefined}
            </FailureDialog>
          )}
        >
          <HiddenExtras extras={{ [authExtras.token]: token }} />
        </EndpointForm>
      )}
      {!isDone && !token && !link.isUnchecked && (
        <LinkNeeded isNew={link.isSpent} validFor={`${facts.keep.resetLinkMinutes} minutes`}>
          <AppLink to={paths.forgotPassword} className={buttonClass()}>
            Get a new link
          </AppLink>
        </LinkNeeded>
      )}
    </AuthPage>
  );
}
