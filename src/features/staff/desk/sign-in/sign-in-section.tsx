import type { ReactNode } from "react";
import { Panel } from "../../../../platform/desk/ui/panel.tsx";
import styles from "./my-sign-in.module.css";

interface SectionProps {
  readonly id: string;
  readonly heading: string;
  readonly children: ReactNode;
}

export function SignInSection({ id, heading, children }: SectionProps) {
  return (
    <Panel labelledBy={`own-${id}`} className={styles.panel}>
      <h2 id={`own-${id}`}>{heading}</h2>
      {children}
    </Panel>
  );
}
