import { useState } from "react";
import { Link } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskLoginEndpoints, staffLinkDays } from "../../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import {
  FormAlert,
  formClass,
  linkClass,
  SubmitButton,
} from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import styles from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";

export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SignInFrame>
      {sentTo === undefined ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <>
          <PageHeading key="sent">Check your email</PageHeading>
          <p>
            If {sentTo} belongs to a coworker, a link is on its way. It works for {staffLinkDays}{" "}
            days.
          </p>
        </>
      )}
      <p className={styles.links}>
        <Link to={deskPaths.login} className={linkClass}>
          Back to the login
        </Link>
      </p>
    </SignInFrame>
  );
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => requireFields(values, { email: "Enter your work email." }),
    send: ({ email = "" }) => deskRequest(deskLoginEndpoints.forgotPassword, { email }),
    onDone: (_response, { email = "" }) => onSent(email),
  });
  return (
    <>
      <PageHeading key="form">I forgot my password</PageHeading>
      <p className={styles.lead}>We send you a link to set a new one.</p>
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
        <Actions>
          <SubmitButton isBusy={isBusy}>Send the link</SubmitButton>
        </Actions>
      </form>
    </>
  );
}
