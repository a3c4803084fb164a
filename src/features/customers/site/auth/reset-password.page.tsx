import { facts } from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { EndpointForm } from "../../../../platform/site/forms/endpoint-form.tsx";
import { FailureDialog } from "../../../../platform/site/forms/failure-dialog.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { doorLogin } from "../../../../platform/site/pictures/forms.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import { useServedState } from "../../../../platform/site/runtime/form-state.ts";
import { buttonClass } from "../../../../platform/site/ui/button.tsx";
import { authExtras } from "../../contract/auth.ts";
import { authEndpoints } from "../../contract/auth-endpoints.ts";
import { resetPasswordForm } from "../../contract/password-forms.ts";
import { AuthDone } from "./auth-done.tsx";
import { AuthPage } from "./auth-page.tsx";
import { HiddenExtras } from "./hidden-extras.tsx";
import { LinkNeeded } from "./link-needed.tsx";
import { useEmailedLink } from "./use-auth-form.ts";

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
