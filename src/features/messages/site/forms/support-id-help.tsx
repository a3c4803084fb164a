import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { buttonClass } from "../../../../platform/site/ui/button.tsx";
import styles from "./support-id-help.module.css";

/** How to get a support ID, for people who never saw one. */
export function SupportIdHelp() {
  return (
    <>
      <p>No support ID? If you call or text us instead of using the app, you have none.</p>
      <p>
        <AppLink to={paths.contact} className={buttonClass("ghost")}>
          Write to us here
        </AppLink>
      </p>
      <details className={styles.help}>
        <summary>Where is my support ID?</summary>
        <ul>
          <li>In the app: open Settings, then the About page.</li>
          <li>
            Here: log in and open <AppLink to={paths.settings}>your settings</AppLink>. Your ID is
            at the top. When you are logged in, we fill it in for you.
          </li>
          <li>By phone: call us, and we find it with you.</li>
        </ul>
        <PhoneLinks />
      </details>
    </>
  );
}
