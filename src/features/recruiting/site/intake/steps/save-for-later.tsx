import { EmailAddress } from "../../../../../platform/site/page/email-address.tsx";
import { Button } from "../../../../../platform/site/ui/button.tsx";
import { type IntakeAction, intakeNames } from "../../../contract/recruiting-endpoints.ts";
import type { SaveForLaterProps } from "../intake.ts";
import styles from "./save-for-later.module.css";
import { discardAction } from "./step-buttons.tsx";

const mailAction: IntakeAction = "mail-link";

/** Continue on another device or start over; both are submit buttons of the step's form. */
export function SaveForLater({ intake }: SaveForLaterProps) {
  const { mailedTo } = intake.draft;
  return (
    <div className={styles.pause}>
      <h2>Need a break?</h2>
      <p role="status">
        {mailedTo ? (
          <>
            We emailed a link to <EmailAddress>{mailedTo}</EmailAddress>. Open it on any phone or
            computer to continue.
          </>
        ) : (
          "We email you a link. Open it on any phone or computer, and pick up where you left off."
        )}
      </p>
      <Button look="ghost" type="submit" name={intakeNames.action} value={mailAction}>
        {mailedTo ? "Email it again" : "Email me a link"}
      </Button>
      <details className={styles.discard}>
        <summary>Start over</summary>
        <p>This deletes your answers here and on our side. This cannot be undone.</p>
        <Button look="ghost" type="submit" name={intakeNames.action} value={discardAction}>
          Delete my answers
        </Button>
      </details>
    </div>
  );
}
