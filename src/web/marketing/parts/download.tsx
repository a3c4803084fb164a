import { brand } from "../../../brand.ts";
import { type App, isInAStore } from "../../../contract/app-stores.ts";

import { AppLink } from "../../page/app-link.tsx";
import { PhoneLinks } from "../../page/phone-links.tsx";
import { nightStreet, nightStreetTall } from "../../pictures/nights.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Section } from "../../ui/section.tsx";
import styles from "./download.module.css";
import { StoreBadges } from "./store-badges.tsx";

interface DownloadProps {
  /** A sentence or two below the heading, true with and without a store link. */
  readonly lead?: string;
  /** By default the main app. */
  readonly app?: App;
  /** Address of the application, for the apps of people who work with us. */
  readonly apply?: string;
  /** Anchor of the section. */
  readonly id?: string;
}

/** The last section of a landing page: the app, the phone, and the street at night. */
export function Download({
  lead = `Bring ${brand.name} home. You pay only when you ask for help.`,
  app = brand.apps.main,
  apply,
  id = "download",
}: DownloadProps) {
  const soon = !isInAStore(app);
  return (
    <Section
      surface="night"
      id={id}
      foot={
        <Picture
          file={nightStreet}
          narrow={nightStreetTall}
          narrowMedia="(--below-tablet)"
          alt="A street at night. One house is lit in every room."
          className={styles.scene}
        />
      }
    >
      <div className={styles.row}>
        <div className={styles.words}>
          <h2>Download the {app.name} app.</h2>
          <p className="lead">{`${lead} ${soon ? withoutStore(apply) : "No app? Call or text us."}`}</p>
          {soon && apply && (
            <p className={styles.apply}>
              <AppLink to={apply} className={buttonClass("marigold")}>
                Apply to Work
              </AppLink>
            </p>
          )}
          <PhoneLinks />
        </div>
        <StoreBadges app={app} {...(apply && { apply })} />
      </div>
    </Section>
  );
}

/** What to do while no store has the app. */
function withoutStore(apply: string | undefined): string {
  return apply
    ? "The app is coming soon. You can apply to work now."
    : "The app is coming soon. You do not need it to get help: call or text us.";
}
