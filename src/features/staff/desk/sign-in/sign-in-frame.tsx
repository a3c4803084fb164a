import type { ReactNode } from "react";
import { DeskBar } from "../../../../platform/desk/shell/desk-bar.tsx";
import shell from "../../../../platform/desk/shell/shell.module.css";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import picture from "./night-desk.svg";
import styles from "./sign-in-frame.module.css";

/** The frame of pages for people who are not signed in yet: a picture beside one form. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className={shell.desk}>
      <DeskBar />
      <main className={shell.main}>
        <Panels className={styles.columns}>
          <div className={styles.picture}>
            <p>A person reads every message.</p>
            <img src={picture} alt="" width="480" height="320" />
          </div>
          <Panel className={styles.panel}>
            <div className={styles.form}>{children}</div>
          </Panel>
        </Panels>
      </main>
    </div>
  );
}
