import { type ReactNode, useEffect } from "react";
import { useNavigation } from "react-router";
import { emailOutageEndpoints } from "../../contract/desk/email-outage.ts";
import type { CurrentStaff } from "../../contract/desk/staff.ts";
import { deskRequest } from "../data/desk-request.ts";
import { connectLive } from "../data/live-channel.ts";
import { DeskBar } from "./desk-bar.tsx";
import { DeskNav } from "./desk-nav.tsx";
import { EmailOutageBand } from "./email-outage-band.tsx";
import type { NavItem } from "./nav-item.ts";
import { PermittedPage } from "./permitted-page.tsx";
import { useCurrentStaff } from "./session.ts";
import styles from "./shell.module.css";

const mainId = "main";

interface ShellProps {
  /** The pages in the bar that somebody may open. */
  readonly listPages: (person: CurrentStaff) => readonly NavItem[];
  /** The item of the menus whose page an address belongs to. */
  readonly findPage: (pathname: string) => NavItem | undefined;
  /** The field in the bar. */
  readonly search: ReactNode;
}

/** The frame of every page of people who are signed in. */
export function Shell({ listPages, findPage, search }: ShellProps) {
  const person = useCurrentStaff();
  const navigation = useNavigation();

  useEffect(() => {
    // Any request of the page asks for a log-in; this one does not keep a session alive.
    return connectLive(() => void deskRequest(emailOutageEndpoints.read));
  }, []);

  return (
    <div className={styles.desk}>
      <a href={`#${mainId}`} className={styles.skip}>
        Skip to main content
      </a>
      <DeskBar>
        {search}
        <DeskNav person={person} pages={listPages(person)} />
      </DeskBar>
      <EmailOutageBand person={person} />
      <main id={mainId} tabIndex={-1} className={styles.main}>
        <p role="status" className="sr">
          {navigation.state === "loading" ? "Opening the page…" : ""}
        </p>
        <PermittedPage findPage={findPage} />
      </main>
    </div>
  );
}
