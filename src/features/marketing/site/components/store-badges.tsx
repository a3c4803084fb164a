import { type ReactNode, useId } from "react";
import type { App } from "../../../../platform/contract/app-stores.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink, ExternalLink } from "../../../../platform/site/page/app-link.tsx";
import { phoneOpens } from "../../../../platform/site/page/page-context.ts";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import styles from "./store-badges.module.css";

interface StoreBadgesProps {
  /** A store without a link gets a button that opens a note. */
  readonly app: App;
  /** First page of the application, for people who may want to work with us. */
  readonly apply?: string;
}

/** Badges of both app stores: solid with a link, an outline where the app is not available yet. */
export function StoreBadges({ app, apply }: StoreBadgesProps) {
  const note = apply ? (
    <>
      <AppLink to={apply}>Apply to work</AppLink> now, or call or text us.
    </>
  ) : (
    "You do not need it to get help: call or text us."
  );
  return (
    <div className={styles.badges}>
      <Badge
        app={app.name}
        store="App Store"
        place="in the App Store"
        invitation="Download on the"
        href={app.appStore}
        note={note}
        sign={<ApplePhone />}
      />
      <Badge
        app={app.name}
        store="Google Play"
        place="on Google Play"
        invitation="Get it on"
        href={app.googlePlay}
        note={note}
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
  /** What to do while the store does not have the app. */
  readonly note: ReactNode;
  readonly sign: ReactNode;
}

function Badge({ app, store, place, invitation, href, note, sign }: BadgeProps) {
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
          {note}
        </p>
        {/* The server fills in the time, and styles show it while the phone is closed. */}
        <p className={styles.closed}>
          <b>
            Closed now, opens <span data-opens="">{phoneOpens()}</span>
          </b>
          ; <AppLink to={paths.callMe}>leave your number</AppLink>.
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
