import { type ReactNode, useId } from "react";
import type { brand } from "../../../brand.ts";
import { ExternalLink } from "../../page/app-link.tsx";
import { PhoneLinks } from "../../page/phone-links.tsx";
import styles from "./store-badges.module.css";

interface StoreBadgesProps {
  /** One of `brand.apps`. A store without a link gets a button that opens a note. */
  readonly app: (typeof brand.apps)[keyof typeof brand.apps];
}

/** Badges of both app stores: solid with a link, an outline where the app is not available yet. */
export function StoreBadges({ app }: StoreBadgesProps) {
  return (
    <div className={styles.badges}>
      <Badge
        app={app.name}
        store="App Store"
        place="in the App Store"
        invitation="Download on the"
        href={app.appStore}
        sign={<ApplePhone />}
      />
      <Badge
        app={app.name}
        store="Google Play"
        place="on Google Play"
        invitation="Get it on"
        href={app.googlePlay}
        sign={<Play />}
      />
    </div>
  );
}

interface BadgeProps {
  readonly app: string;
  readonly store: string;
  /** The store in the sentence "... is not ... yet". */
  readonly place: string;
  readonly invitation: string;
  readonly href: string | null;
  readonly sign: ReactNode;
}

function Badge({ app, store, place, invitation, href, sign }: BadgeProps) {
  const id = useId();
  if (href) {
    return (
      <div className={styles.place}>
        <ExternalLink href={href} className={styles.badge}>
          {sign}
          <span>
            <small>{invitation} </small>
            <b>{store}</b>
            <span className="sr">: {app}</span>
          </span>
        </ExternalLink>
      </div>
    );
  }
  return (
    <div className={styles.place}>
      <button type="button" className={`${styles.badge} ${styles.soon}`} popoverTarget={id}>
        {sign}
        <span>
          <b>{store} </b>
          <small>(coming soon)</small>
        </span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        className={styles.note}
      >
        <p>
          <b id={`${id}-title`}>
            {app} is not {place} yet.
          </b>{" "}
          Call or text us and get help today.
        </p>
        <PhoneLinks />
        <div className={styles.ways}>
          <a href="#newsletter-email">Get our news by email</a>
          <button
            type="button"
            className={styles.close}
            popoverTarget={id}
            popoverTargetAction="hide"
          >
            Close
          </button>
        </div>
      </div>
    </div>
  );
}

function ApplePhone() {
  return (
    <svg viewBox="0 0 38 38" aria-hidden="true">
      <rect className={styles.solid} x="8" y="1" width="22" height="36" rx="5" />
      <path className={styles.mark} d="M19 9v14M13 17.5l6 6 6-6M14 30h10" />
    </svg>
  );
}

function Play() {
  return (
    <svg viewBox="0 0 38 38" aria-hidden="true">
      <path
        className={styles.solid}
        d="M6 3.500q0-3 3-1.500L33 17q3 2 0 4L9 36q-3 1.500-3-1.500Z"
      />
      <path className={styles.fold} d="M12 13v12l10-6Z" />
    </svg>
  );
}
