import { type ReactNode, useEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import "../ui/base.css";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./shell.module.css";
import { useSiteLinks } from "./use-site-links.ts";

/**
 * After a move to another page: closes the menu, gives the focus to the heading or
 * the named section, and returns the title for a screen reader. Nothing on first load.
 */
function useArrival(): string {
  const { key, hash } = useLocation();
  const lastKey = useRef(key);
  const [announced, setAnnounced] = useState("");

  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) {
      open.hidePopover();
    }
    const target: HTMLElement | null = hash
      ? document.getElementById(hash.slice(1))
      : document.querySelector("h1");
    if (target && target.tabIndex < 0) target.setAttribute("tabindex", "-1");
    target?.focus({ preventScroll: true });
    setAnnounced(document.title);
  }, [key, hash]);

  return announced;
}

/** What surrounds every page: skip link, header, main, footer, loading state. */
export function Frame({ children }: { children: ReactNode }) {
  useSiteLinks();
  const announced = useArrival();
  const loading = useNavigation().state !== "idle";
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <Header />
      <div role="status">
        {loading ? <p className={styles.loading}>Loading the page...</p> : null}
        <span className="sr">{announced}</span>
      </div>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}

/** The route that holds every page. */
export function Shell() {
  return (
    <Frame>
      <Outlet />
      <ScrollRestoration />
    </Frame>
  );
}
