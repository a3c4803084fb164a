import type { FocusEvent } from "react";
import { paths } from "../../contract/paths.ts";
import { AppLink, ExternalLink } from "../page/app-link.tsx";
import { useLocation } from "../runtime/router-context.tsx";
import { Icon } from "../ui/icon.tsx";
import { DisplaySettings } from "./display-settings.tsx";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";

const audiences = [
  { path: paths.home, label: "Older Adults", color: styles.older },
  { path: paths.families, label: "Families", color: styles.families },
  { path: paths.caregivers, label: "Caregivers", color: styles.caregivers },
  { path: paths.providers, label: "Providers & Gig Workers", color: styles.providers },
  { path: paths.platform, label: "Platform", color: styles.platform },
];

/** Open tab of pages that are not one of the five. */
const openTab: Readonly<Record<string, string>> = {
  [paths.pro]: paths.providers,
  [paths.caregiverLogin]: paths.caregivers,
  [paths.providerLogin]: paths.providers,
};

const openTabBelow: Readonly<Record<string, string>> = {
  careportal: paths.caregivers,
  proportal: paths.providers,
};

function AudienceLinks() {
  const { pathname } = useLocation();
  const here = openTab[pathname] ?? openTabBelow[pathname.split("/")[1] ?? ""] ?? pathname;
  return audiences.map(({ path, label, color }) => (
    <li key={path} className={color} data-open={path === here ? "" : undefined}>
      <AppLink to={path} current={path === pathname}>
        {label}
      </AppLink>
    </li>
  ));
}

/** Closes a menu when the focus leaves it, so that it does not cover the focused element. */
function closeBehindFocus({ currentTarget: menu, relatedTarget: next }: FocusEvent<HTMLElement>) {
  if (!next || menu.contains(next) || next.matches(`[popovertarget="${menu.id}"]`)) return;
  menu.hidePopover();
}

/** Rendered on the server only, because nobody with scripts sees it. */
function WithoutScripts() {
  return (
    <>
      <p>
        JavaScript is off in your browser, so these settings open in a new tab. What you typed here
        stays.
      </p>
      <ExternalLink href={paths.reading} className={styles.ownPage}>
        Text size, contrast and motion
      </ExternalLink>
    </>
  );
}

/** Folder tabs, one for each audience; a menu on narrow screens. */
export function Header() {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Logo />
        <div className={styles.tools}>
          <button
            type="button"
            className={`${styles.tool} ${styles.reading}`}
            popoverTarget="reading"
          >
            <Icon name="letters" />
            Reading
          </button>
          <section
            className={`${styles.sheet} ${styles.panel}`}
            id="reading"
            popover="auto"
            aria-label="Reading settings"
            onBlur={closeBehindFocus}
          >
            <noscript>{import.meta.env.SSR && <WithoutScripts />}</noscript>
            <div className={styles.inPlace}>
              <DisplaySettings />
            </div>
          </section>
          <button
            type="button"
            className={`${styles.tool} ${styles.menuButton}`}
            popoverTarget="menu"
          >
            <Icon name="menu" />
            Menu
          </button>
          <nav
            className={`${styles.sheet} ${styles.menu}`}
            id="menu"
            popover="auto"
            aria-label="Main menu"
            onBlur={closeBehindFocus}
          >
            <ul>
              <AudienceLinks />
            </ul>
          </nav>
        </div>
        <nav className={styles.tabs} aria-label="Main">
          <ul>
            <AudienceLinks />
          </ul>
        </nav>
      </div>
    </header>
  );
}
