import { facts } from "../../../../platform/contract/facts.ts";
import type { FormState } from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { EndpointForm } from "../../../../platform/site/forms/endpoint-form.tsx";
import { FailureDialog } from "../../../../platform/site/forms/failure-dialog.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { mailbox } from "../../../../platform/site/pictures/forms.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import { buttonClass } from "../../../../platform/site/ui/button.tsx";
import { authDone, authExtras } from "../../contract/auth.ts";
import { authEndpoints } from "../../contract/auth-endpoints.ts";
import { notMineQuery, notMyAccountForm, undoneStep } from "../../contract/confirm-email.ts";
import styles from "./auth.module.css";
import { AuthDone } from "./auth-done.tsx";
import { AuthPage } from "./auth-page.tsx";
import { HiddenExtras } from "./hidden-extras.tsx";
import { LinkNeeded } from "./link-needed.tsx";
import { useEmailedLink } from "./use-auth-form.ts";

const { success } = notMyAccountForm;

/** What happened to the address that follows, and what the button does, by the kind of link. */
const texts: Readonly<Record<string, readonly [opening: string, effect: string]>> = {
  "verify-email": [
    "Someone created an account with",
    "Then we remove that account, and it is logged out everywhere. It has not seen anything that you sent us.",
  ],
  "change-email": [
    "Someone wants to log in with",
    "Then that account does not get your address. It has not seen anything that you sent us.",
  ],
  "undo-email-change": [
    "We were asked to change the login email of your account. It was",
    "Then you log in with this address again. Your account is logged out everywhere, and we email you a link to set a new password.",
  ],
};

const undone =
  "You log in with your old address again. We logged your account out everywhere and emailed you a link to set a new password.";

/**
 * Opened from a confirmation email by someone who did not create the account: the button removes
 * the address from the account.
 */
export function NotMyAccount({ served }: { readonly served: FormState }) {
  const link = useEmailedLink(served);
  const { token, isDone } = link;
  const { email, kind, viewer } = served.values ?? {};
  const isUndo = kind === "undo-email-change";
  const [opening, effect] = texts[kind ?? ""] ?? ["An account uses", ""];
  const heading = isDone ? success.heading : "Was this not you?";
  return (
    <AuthPage
      path={paths.confirmEmail}
      heading={heading}
      title={heading}
      description="Tell us that an account with your email address is not yours."
      surface="marigold"
      picture={mailbox}
    >
      {isDone && (
        <AuthDone text={isUndo ? undone : success.text} isServed={link.isServed}>
          <AppLink to={paths.home} className={buttonClass()}>
            Go to the home page
          </AppLink>
        </AuthDone>
      )}
      {!isDone && token && viewer === "owner" && (
        <div className={styles.done}>
          <p className="lead">You are logged in to this account here, so we believe it is yours.</p>
          <p>You can delete your account, or keep your old address, in your settings.</p>
          <AppLink to={paths.settings} className={buttonClass()}>
            Go to your settings
          </AppLink>
        </div>
      )}
      {!isDone && token && viewer !== "owner" && (
        <>
          <p className={`lead ${styles.lead}`}>
            {opening} {email ? <b className={styles.email}>{email}</b> : "your address"}.
          </p>
          <p className={styles.about}>If it was not you, press the button. {effect}</p>
          <EndpointForm
            form={notMyAccountForm}
            action={paths.confirmEmail}
            onSend={() => request(authEndpoints.notMyAccount, { [authExtras.token]: token })}
            onDone={() => {
              link.finish();
              const step = isUndo ? undoneStep : notMineQuery;
              history.replaceState(history.state, "", `?${authDone}=${step}`);
            }}
            showError={(rejection) => (
              <FailureDialog failure={rejection.sentence} onClose={link.closeOf(rejection)}>
                Nothing has changed.
              </FailureDialog>
            )}
          >
            <HiddenExtras extras={{ [authExtras.token]: token, [notMineQuery]: "yes" }} />
          </EndpointForm>
        </>
      )}
      {!isDone && !token && !link.isUnchecked && (
        <LinkNeeded isNew={link.isSpent} validFor={`${facts.keep.emailLinkHours} hours`}>
          <p>If an account still uses your address, call us. The number is below.</p>
        </LinkNeeded>
      )}
    </AuthPage>
  );
}
