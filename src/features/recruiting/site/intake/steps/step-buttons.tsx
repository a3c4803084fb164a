import { Button } from "../../../../../platform/site/ui/button.tsx";
import { Icon } from "../../../../../platform/site/ui/icon.tsx";
import { type IntakeAction, intakeNames } from "../../../contract/recruiting-endpoints.ts";
import type { Intake } from "../intake.ts";
import styles from "./step-form.module.css";

interface StepButtonsProps {
  readonly intake: Intake;
  readonly step: string;
  readonly label: string;
  readonly arrow?: boolean;
}

const backAction: IntakeAction = "back";
/** Always a native POST, because nothing is left of the application afterwards. */
export const discardAction: IntakeAction = "discard";

const savedText = {
  quiet: "Your answers are saved as you go.",
  saved: "Your answers are saved.",
  failed: "We cannot save right now. Your answers are still on this page.",
} as const;

/** Back, continue and save for later; all are submit buttons of the step's form. */
export function StepButtons({ intake, step, label, arrow }: StepButtonsProps) {
  const { form, later, busy, saved } = intake;
  const isFirst = form.steps[0]?.id === step;
  return (
    <>
      <div className={styles.buttons}>
        {isFirst ? (
          <span />
        ) : (
          <Button look="ghost" type="submit" name={intakeNames.action} value={backAction}>
            <span className={styles.turned}>
              <Icon name="arrow" />
            </span>
            Back
          </Button>
        )}
        <Button type="submit" aria-disabled={busy || undefined}>
          {busy ? "One moment..." : label}
          {arrow && !busy && <Icon name="arrow" />}
        </Button>
      </div>
      <p className={styles.saved} role="status">
        <Icon name={saved === "failed" ? "warning" : "check"} />
        {savedText[saved]}
      </p>
      {!isFirst && later && <later.parts.SaveForLater intake={intake} />}
    </>
  );
}
