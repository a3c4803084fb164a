import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import "../ui/base.css";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./shell.module.css";
import { useSiteLinks } from "./use-site-links.ts";

/**
 * After client navigation: closes popovers, moves the focus to the heading or the hash target, and
 * returns the title to announce. Does nothing on first load.
 */
function useNavigationFocus(): string {
  const { key, pathname, hash } = useLocation();
  const last = useRef({ key, pathname });
  const [announced, setAnnounced] = useState("");

  useEffect(() => {
    if (last.current.key === key) return;
    const isSamePage = last.current.pathname === pathname;
    last.current = { key, pathname };
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) {
      open.hidePopover();
    }
    const target: HTMLElement | null = hash
      ? document.getElementById(hash.slice(1))
      : document.querySelector("h1");
    if (target && target.tabIndex < 0) target.setAttribute("tabindex", "-1");
    target?.focus({ preventScroll: true });
    if (!isSamePage) setAnnounced(document.title);
  }, [key, pathname, hash]);

  return announced;
}

/** Frame of every page: skip link, header, main, footer, loading state. */
export function Frame({ children }: { children: ReactNode }) {
  useSiteLinks();
  const announced = useNavigationFocus();
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

/** History entries from before hydration all have the key "default". */
function scrollKey({ key, pathname, hash }: Location): string {
  return key === "default" ? pathname + hash : key;
}

/** Layout route of every page. */
export function Shell() {
  return (
    <Frame>
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </Frame>
  );
}
