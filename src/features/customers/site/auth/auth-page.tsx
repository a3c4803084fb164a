import type { ComponentProps } from "react";
import { SplitPage } from "../../../../platform/site/forms/split-page.tsx";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import styles from "./auth.module.css";

interface AuthPageProps extends ComponentProps<typeof SplitPage> {
  readonly lead?: string;
  /** False: the page has the phone links elsewhere. */
  readonly talk?: boolean;
}

export function AuthPage({ lead, talk = true, children, ...page }: AuthPageProps) {
  return (
    <SplitPage noIndex {...page}>
      {lead && <p className={`lead ${styles.lead}`}>{lead}</p>}
      {children}
      {talk && (
        <aside className={styles.talk}>
          <h2>Prefer to talk?</h2>
          <PhoneLinks />
        </aside>
      )}
    </SplitPage>
  );
}
