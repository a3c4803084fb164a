import { draftMoved } from "../../../../../platform/contract/errors/application-errors.ts";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { PhoneLinks } from "../../../../../platform/site/page/phone-links.tsx";
import { Button, buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { surfaceClass } from "../../../../../platform/site/ui/surface.ts";
import { intakeNames, tracks } from "../../../contract/recruiting-endpoints.ts";
import type { MovedViewProps } from "../intake.ts";
import styles from "./moved-view.module.css";
import { discardAction } from "./step-buttons.tsx";

/**
 * Replaces an application that a link from an email moved to another browser, and says how to
 * bring it back. Works with and without scripts.
 */
export function MovedView({ track, path, surface }: MovedViewProps) {
  return (
    <section className={`${styles.view} ${surfaceClass(surface)}`}>
      <div className="wrap">
        <h1>Your application moved</h1>
        <p className="lead">{draftMoved} Your saved answers are safe there.</p>
        <div className={styles.ways}>
          <div>
            <h2>Continue here</h2>
            <p>Ask for the link again, and open it on this device.</p>
            <AppLink to={`${tracks[track].getStarted}#go-on`} className={buttonClass()}>
              Ask for the link
            </AppLink>
          </div>
          <form method="post" action={path}>
            <h2>Start a new one</h2>
            <p>The other application stays as it is.</p>
            <Button look="ghost" type="submit" name={intakeNames.action} value={discardAction}>
              Start a new application
            </Button>
          </form>
        </div>
        <PhoneLinks />
      </div>
    </section>
  );
}
