import type { ComponentProps } from "react";
import { SplitPage } from "../../forms/split-page.tsx";
import { PhoneLinks } from "../../page/phone-links.tsx";
import styles from "./auth.module.css";

interface AuthPageProps extends ComponentProps<typeof SplitPage> {
  /** What the page is for, below its heading. */
  readonly lead?: string;
}

/** A page that lets people in: words and form beside the front door, the phone below. */
export function AuthPage({ lead, children, ...page }: AuthPageProps) {
  return (
    <SplitPage noIndex {...page}>
      {lead && <p className={`lead ${styles.lead}`}>{lead}</p>}
      {children}
      <aside className={styles.talk}>
        <h2>Prefer to talk?</h2>
        <PhoneLinks />
      </aside>
    </SplitPage>
  );
}
