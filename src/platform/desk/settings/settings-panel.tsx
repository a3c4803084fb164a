import type { ReactNode } from "react";
import { PageHeading } from "../shell/page-heading.tsx";
import { Panel } from "../ui/panel.tsx";
import styles from "./settings-panel.module.css";

interface SettingsPanelProps {
  readonly heading: string;
  /** Beside the heading: a count, or the button that adds something. */
  readonly aside?: ReactNode;
  /** What was just done; announced to screen readers. */
  readonly message: string;
  readonly children: ReactNode;
}

/** One page of the settings. Its tables change their layout with its width. */
export function SettingsPanel({ heading, aside, message, children }: SettingsPanelProps) {
  return (
    <Panel className={styles.panel}>
      <div className={styles.head}>
        <PageHeading>{heading}</PageHeading>
        {aside}
      </div>
      <p role="status" className={styles.message}>
        {message}
      </p>
      {children}
    </Panel>
  );
}
