import { useEffect } from "react";
import { useNavigation } from "react-router";
import { inboxEndpoints } from "../../../features/messages/contract/desk/inbox-endpoints.ts";
import { privacyEndpoints } from "../../../features/privacy/contract/endpoints.ts";
import { deskPaths } from "../../contract/desk/paths.ts";
import { deskRequest } from "../api/desk-request.ts";
import { usePerson } from "../session/session.ts";
import { DeskBar } from "./desk-bar.tsx";
import { DeskNav } from "./desk-nav.tsx";
import { EmailOutageBand } from "./email-outage/email-outage-band.tsx";
import { setNavCount } from "./nav-counts.ts";
import type { NavItem } from "./nav-items.ts";
import { PermittedPage } from "./screens/permitted-page.tsx";
import styles from "./shell.module.css";

const mainId = "main";

/**
 * The frame of every page of people who are signed in.
 * @param morePages pages of other menus than the bar
 */
export function Shell({ morePages }: { morePages: readonly NavItem[] }) {
  const person = usePerson();
  const navigation = useNavigation();
  const readsInbox = person.permissions.includes("inbox-read");
  const readsRequests = person.permissions.includes("deletion");

  useEffect(() => {
    if (!readsInbox) return;
    void deskRequest(inboxEndpoints.counts).then((outcome) => {
      if (outcome.ok) setNavCount(deskPaths.inbox, outcome.data.open);
    });
  }, [readsInbox]);

  useEffect(() => {
    if (!readsRequests) return;
    void deskRequest(privacyEndpoints.counts).then((outcome) => {
      if (outcome.ok) setNavCount(deskPaths.privacy, outcome.data.open, outcome.data.overdue);
    });
  }, [readsRequests]);

  return (
    <div className={styles.desk}>
      <a href={`#${mainId}`} className={styles.skip}>
        Skip to main content
      </a>
      <DeskBar>
        <DeskNav person={person} />
      </DeskBar>
      <EmailOutageBand person={person} />
      <main id={mainId} tabIndex={-1} className={styles.main}>
        <p role="status" className="sr">
          {navigation.state === "loading" ? "Opening the page…" : ""}
        </p>
        <PermittedPage more={morePages} />
      </main>
    </div>
  );
}
