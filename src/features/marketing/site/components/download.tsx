import { brand } from "../../../../brand.ts";
import { type App, isInAStore } from "../../../../platform/contract/app-stores.ts";

import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { nightStreet, nightStreetTall } from "../../../../platform/site/pictures/nights.ts";
import { buttonClass } from "../../../../platform/site/ui/button.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import type { PictureFile } from "../../../../platform/site/ui/picture-file.ts";
import { Section } from "../../../../platform/site/ui/section.tsx";
import type { Surface } from "../../../../platform/site/ui/surface.ts";
import styles from "./download.module.css";
import { StoreBadges } from "./store-badges.tsx";

interface DownloadProps {
  /** A sentence or two below the heading, true with and without a store link. */
  readonly lead?: string;
  /** By default the main app. */
  readonly app?: App;
  readonly apply?: string;
  readonly id?: string;
  /** By default the street at night. */
  readonly ending?: Ending;
}

export interface Ending {
  readonly sky: Surface;
  readonly wide: PictureFile;
  readonly tall: PictureFile;
  readonly alt: string;
}

const nightEnding: Ending = {
  sky: "night",
  wide: nightStreet,
  tall: nightStreetTall,
  alt: "A street at night. One house is lit in every room.",
};

export function Download({
  lead = `Bring ${brand.name} home. You pay only when you ask for help.`,
  app = brand.apps.main,
  apply,
  id = "download",
  ending = nightEnding,
}: DownloadProps) {
  const soon = !isInAStore(app);
  return (
    <Section
      surface={ending.sky}
      id={id}
      foot={
        <Picture
          file={ending.wide}
          narrow={ending.tall}
          narrowMedia="(--below-tablet)"
          alt={ending.alt}
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
