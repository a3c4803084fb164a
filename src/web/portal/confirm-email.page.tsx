import { calls } from "../../contract/api.ts";
import { doorExtras } from "../../contract/doors.ts";
import { facts } from "../../contract/facts.ts";
import { confirmEmailForm } from "../../contract/forms/confirm-email.ts";
import { paths } from "../../contract/paths.ts";
import { post } from "../api.ts";
import { AppLink } from "../app-link.tsx";
import { CallForm } from "../forms/call-form.tsx";
import { FailureBox } from "../forms/failure-box.tsx";
import { useServedState } from "../forms/form-state.ts";
import { mailbox } from "../pictures/forms.ts";
import { buttonClass } from "../ui/button.tsx";
import styles from "./door.module.css";
import { DoorDone } from "./door-done.tsx";
import { DoorPage } from "./door-page.tsx";
import { HiddenExtras } from "./hidden-extras.tsx";
import { LinkNeeded } from "./link-needed.tsx";
import { useMailedLink } from "./use-door.ts";

const { success } = confirmEmailForm;

/** Opened by a mailed link: opening changes nothing, the button confirms the address. */
export default function ConfirmEmailPage() {
  const served = useServedState(confirmEmailForm.collection);
  const link = useMailedLink(served, "your email");
  const { token, isDone } = link;
  const email = served?.values?.email;
  const heading = link.headingOf(success.heading) ?? "Confirm your email";
  return (
    <DoorPage
      path={paths.confirmEmail}
      heading={heading}
      title={heading}
      description="Confirm your email address with the link from our mail."
      field="marigold"
      picture={mailbox}
    >
      {isDone && (
        <DoorDone text={success.text} isServed={link.isServed}>
          <AppLink to={paths.profile} className={buttonClass()}>
            Go to your profile
          </AppLink>
        </DoorDone>
      )}
      {!isDone && token && (
        <>
          <p className={`lead ${styles.lead}`}>
            Press the button if {email ? <b className={styles.email}>{email}</b> : "the address"} is
            yours.
          </p>
          <CallForm
            form={confirmEmailForm}
            action={paths.confirmEmail}
            onSend={() => post(calls.confirmEmail, { [doorExtras.token]: token })}
            onDone={link.finish}
            showRefusal={(refusal) => (
              <FailureBox failure={refusal.sentence} onClose={link.closeOf(refusal)}>
                {refusal.code === "link-expired" ? "You can get a new one." : undefined}
              </FailureBox>
            )}
          >
            <HiddenExtras extras={{ [doorExtras.token]: token }} />
          </CallForm>
        </>
      )}
      {!isDone && !token && !link.isUnchecked && (
        <LinkNeeded
          isNew={link.isSpent}
          text={`The link in our mail works once, for ${facts.keep.emailLinkHours} hours. It was used before, or it is too old.`}
        >
          <p>You can get a new one in your settings, under “How you log in”.</p>
          <AppLink to={paths.settings} className={buttonClass()}>
            Go to your settings
          </AppLink>
        </LinkNeeded>
      )}
    </DoorPage>
  );
}
