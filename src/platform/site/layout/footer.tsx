import type { ReactNode } from "react";
import { brand } from "../../../brand.ts";
import { paths } from "../../contract/paths.ts";
import { AppLink } from "../page/app-link.tsx";
import { currentYear } from "../page/page-context.ts";
import { PhoneLinks } from "../page/phone-links.tsx";
import { Icon } from "../ui/icon.tsx";
import styles from "./footer.module.css";
import { Logo } from "./logo.tsx";
import { SocialLinks } from "./social-links.tsx";

const groups = [
  {
    heading: "Portals",
    links: [
      { to: paths.login, label: `${brand.name} portal` },
      { to: paths.caregiverLogin, label: "Caregiver log in" },
      { to: paths.providerLogin, label: "Provider log in" },
    ],
  },
  {
    heading: "About",
    links: [
      { to: paths.pro, label: brand.pro },
      { to: paths.carePlus, label: brand.carePlus },
      { to: paths.families, label: "The Hub for families" },
      { to: paths.investors, label: "Investors" },
      { to: paths.press, label: "Press" },
    ],
  },
  {
    heading: "Connect",
    links: [
      { to: paths.contact, label: "Contact us" },
      { to: paths.support, label: "Get support" },
      { to: paths.requestFeature, label: "Request a feature" },
      { to: paths.feedback, label: "Give feedback" },
      { to: paths.help, label: "Help" },
      { to: paths.safety, label: "Safety" },
    ],
  },
  {
    heading: "Legal",
    links: [
      { to: paths.license, label: "License agreement" },
      { to: paths.privacy, label: "Privacy policy" },
      { to: paths.terms, label: "Terms and conditions" },
      { to: paths.cancel, label: "Cancel a plan" },
      { to: paths.yourPrivacy, label: "Your privacy" },
      { to: paths.privacyRequest, label: "Delete my data" },
      { to: paths.accessibility, label: "Accessibility" },
    ],
  },
] as const;

/** Footer of every page: a form (`children`), links to every part of the site, phone. */
export function Footer({ children }: { readonly children: ReactNode }) {
  return (
    <footer className={`${styles.footer} on-dark`}>
      <div className="wrap">
        <p className={styles.top}>
          <a href="#top">
            <Icon name="up" />
            Back to top
          </a>
        </p>
        {children}
        <nav className={styles.groups} aria-label="Footer">
          {groups.map(({ heading, links }) => (
            <div key={heading}>
              <h2>{heading}</h2>
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <AppLink to={to}>{label}</AppLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={styles.contact}>
          <div>
            <h2>Prefer to talk?</h2>
            <PhoneLinks />
          </div>
          <SocialLinks />
        </div>
        <div className={styles.base}>
          <Logo onDark />
          <p className="small">
            © <span id="copyright-year">{currentYear()}</span> {brand.company} All rights reserved.
          </p>
        </div>
      </div>
    </footer>
  );
}
