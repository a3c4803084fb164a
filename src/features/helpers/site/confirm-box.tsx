import { paths } from "../../../platform/contract/paths.ts";
import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { Button } from "../../../platform/site/ui/button.tsx";
import { currentPassword } from "../../customers/contract/password-forms.ts";
import { HiddenExtras } from "../../customers/site/auth/hidden-extras.tsx";
import styles from "./helpers.module.css";

interface ConfirmBoxProps {
  /** What was posted: it is posted again with the password. */
  readonly posted: Readonly<Record<string, string>>;
  readonly error: string | undefined;
}

/** Asks for the password before somebody gets more; works without scripts. */
export function ConfirmBox({ posted, error }: ConfirmBoxProps) {
  return (
    <section className={`${styles.box} ${styles.marigold}`} aria-labelledby="confirm">
      <h2 id="confirm">First, make sure that it is you</h2>
      <p>You logged in a while ago. Type your password, and we do what you asked.</p>
      <form method="post" action={paths.helpers} noValidate>
        <HiddenExtras extras={posted} />
        <Field field={currentPassword} idPrefix="confirm" defaultValue="" error={error} />
        <p>
          <Button type="submit">Continue</Button>
        </p>
      </form>
      <p>Do you log in with a passkey only? Log out, log in again, and come back to this page.</p>
    </section>
  );
}
