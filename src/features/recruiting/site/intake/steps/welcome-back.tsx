import { PhoneLinks } from "../../../../../platform/site/page/phone-links.tsx";
import { progress4 } from "../../../../../platform/site/pictures/progress.ts";
import { Button } from "../../../../../platform/site/ui/button.tsx";
import { Picture } from "../../../../../platform/site/ui/picture.tsx";
import { surfaceClass } from "../../../../../platform/site/ui/surface.ts";
import { type IntakeAction, intakeNames } from "../../../contract/recruiting-endpoints.ts";
import type { WelcomeBackProps } from "../intake.ts";
import styles from "./welcome-back.module.css";

const continueAction: IntakeAction = "resume";

/**
 * Opened by a link from an email: shows a button, because email scanners open links too. Always a
 * native POST.
 */
export function WelcomeBack({ draft, path, surface }: WelcomeBackProps) {
  return (
    <section className={`${styles.view} ${surfaceClass(surface)}`}>
      <div className={`${styles.inner} wrap`}>
        <div>
          <h1>{draft.joins ? "You have applied before" : "Welcome back"}</h1>
          <p className="lead">
            {draft.joins
              ? "Press the button to combine the two applications into one. We keep your newest answers."
              : "Your answers are still here. Pick up where you left off. Your other devices will no longer show them."}
          </p>
          <form method="post" action={path}>
            <input type="hidden" name={intakeNames.action} value={continueAction} />
            <input type="hidden" name={intakeNames.token} value={draft.token ?? ""} />
            <Button type="submit">{draft.joins ? "Combine them" : "Continue"}</Button>
          </form>
          <PhoneLinks />
        </div>
        <Picture file={progress4} alt="" eager className={styles.house} />
      </div>
    </section>
  );
}
