import type { ReactNode } from "react";
import { brand } from "../../../brand.ts";
import { PhoneLinks } from "../../page/phone-links.tsx";
import { nightStreet, nightStreetTall } from "../../pictures/nights.ts";
import { Picture } from "../../ui/picture.tsx";
import { Section } from "../../ui/section.tsx";
import styles from "./download.module.css";
import { StoreBadges } from "./store-badges.tsx";

interface DownloadProps {
  readonly title?: string;
  /** A sentence or two below the heading. */
  readonly lead?: ReactNode;
  /** One of `brand.apps`; by default the main app. */
  readonly app?: (typeof brand.apps)[keyof typeof brand.apps];
  /** Anchor of the section. */
  readonly id?: string;
}

/** The last section of a landing page: the app, the phone, and the street at night. */
export function Download({
  title = `Bring ${brand.name} home.`,
  lead = "Pay only when you ask for help. No app? Call or text us.",
  app = brand.apps.main,
  id = "download",
}: DownloadProps) {
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
          <h2>{title}</h2>
          <p className="lead">{lead}</p>
          <PhoneLinks />
        </div>
        <StoreBadges app={app} />
      </div>
    </Section>
  );
}
