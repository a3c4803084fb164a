import { type SubmitEvent, use } from "react";
import { brand } from "../../../../../brand.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import { addToDraft } from "../../../../../platform/site/forms/drafts.ts";
import type { ShownError } from "../../../../../platform/site/forms/endpoint-form.tsx";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { doorCreate } from "../../../../../platform/site/pictures/forms.ts";
import { useNavigate } from "../../../../../platform/site/runtime/router-context.tsx";
import { Button, buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { CloseButton, MessageDialog } from "../../../../../platform/site/ui/message-dialog.tsx";
import { authExtras, authPath, createAccountCollection } from "../../../contract/auth.ts";
import { loginFailed } from "../../../contract/forms/login.ts";
import { HiddenExtras } from "../hidden-extras.tsx";
import { NewDocumentContext } from "./island-router.tsx";

interface LoginFailedProps {
  readonly rejection: ShownError;
  readonly next: string | undefined;
}

/** Alert of a rejected sign-in, with the next step that fits the reason. */
export function LoginFailed({ rejection, next }: LoginFailedProps) {
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
          </>
        )
      }
    >
      <p>{sentence}</p>
      {code !== "user-not-found" && code !== "wrong-password" && (
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
