import { useState } from "react";
import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { EndpointForm, type ShownError } from "../../../../platform/site/forms/endpoint-form.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { doorCreate, doorLogin, mailbox } from "../../../../platform/site/pictures/forms.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import { loadChunk } from "../../../../platform/site/runtime/chunk.ts";
import { useServedState } from "../../../../platform/site/runtime/form-state.ts";
import { useNavigate } from "../../../../platform/site/runtime/router-context.tsx";
import { MessageDialog } from "../../../../platform/site/ui/message-dialog.tsx";
import { authExtras, authPath } from "../../contract/auth.ts";
import { authEndpoints } from "../../contract/auth-endpoints.ts";
import { accountCreation, createAccountForm } from "../../contract/create-account.ts";
import { AccountChoice } from "./account-choice.tsx";
import { AuthPage } from "./auth-page.tsx";
import type { EmailToConfirm } from "./email-to-confirm.tsx";
import { HiddenExtras } from "./hidden-extras.tsx";
import { useNext, useSignedInRedirect } from "./use-auth-form.ts";

const rows = [
  ["firstName", "lastName"],
  ["city", "state", "zip"],
] as const;

/** A new account: where to go next, and the address that has to be confirmed. */
interface Created {
  readonly next: string;
  readonly email: string;
  /** Absent if its code did not load; the profile shows it too. */
  readonly EmailToConfirm?: typeof EmailToConfirm;
}

/** Creating an account signs the person in and opens their profile. */
export default function CreateAccountPage() {
  const served = useServedState(createAccountForm.collection);
  const next = useNext(served);
  const [created, setCreated] = useState<Created>();
  const navigate = useNavigate();
  useSignedInRedirect(next);
  const extras = next === undefined ? {} : { [authExtras.next]: next };

  return (
    <AuthPage
      path={paths.createAccount}
      heading="Create your account"
      title="Create your account"
      description={`Create your ${brand.name} account. It takes about three minutes.`}
      surface="marigold"
      picture={doorCreate}
      crop="low"
      share="create-account"
      lead="It takes about three minutes. We need every field."
    >
      <AccountChoice current="create" loginPage={paths.login} next={next} />
      <EndpointForm
        form={createAccountForm}
        action={paths.createAccount}
        rows={rows}
        busyLabel="Creating your account..."
        onSend={(values) => request(authEndpoints.createAccount, { ...values, ...extras })}
        onDone={async (response, { email }) => {
          const toConfirm = await loadChunk(() => import("./email-to-confirm.tsx")).catch(
            () => undefined,
          );
          setCreated({
            next: response.state === "signed-in" ? response.next : paths.profile,
            email,
            ...toConfirm,
          });
        }}
        showError={(rejection) => <CreationFailed rejection={rejection} next={next} />}
      >
        <HiddenExtras extras={extras} />
      </EndpointForm>
      {created && (
        <MessageDialog
          kind="message"
          heading={createAccountForm.success.heading}
          picture={doorLogin}
          button={accountCreation.continueLabel}
          onClose={() => void navigate(created.next, { replace: true })}
        >
          <p>{createAccountForm.success.text}</p>
          {created.EmailToConfirm ? (
            <created.EmailToConfirm email={created.email} />
          ) : (
            <p>One step is left: open the email that we sent you and press the button in it.</p>
          )}
        </MessageDialog>
      )}
    </AuthPage>
  );
}

/** Alert of a failed account creation. The form behind it keeps everything except the password. */
function CreationFailed({ rejection, next }: { rejection: ShownError; next: string | undefined }) {
  const { heading, button } = accountCreation.failed;
  return (
    <MessageDialog
      kind="alert"
      heading={heading}
      picture={mailbox}
      button={button}
      onClose={rejection.close}
    >
      <p>{rejection.sentence}</p>
      {rejection.code === "email-already-in-use" && (
        <p>
          Is it yours? <AppLink to={authPath(paths.login, next)}>Log in</AppLink>, or{" "}
          <AppLink to={paths.forgotPassword}>set a new password</AppLink>.
        </p>
      )}
    </MessageDialog>
  );
}
