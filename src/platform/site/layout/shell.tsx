import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useRouter } from "../runtime/router-context.tsx";
import "../ui/tokens.css";
import "../ui/base.css";
import { ErrorBoundary, PageFailure } from "./failure.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./shell.module.css";
import { TopLine } from "./top-line.tsx";
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

interface ShellProps {
  /** The form in the footer of every page. */
  readonly footerForm: ReactNode;
}

function Frame({ footerForm, children }: ShellProps & { readonly children: ReactNode }) {
  useSiteLinks();
  const announced = useNavigationFocus();
  const { isLoading } = useRouter();
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <TopLine />
      <Header />
      <div role="status">
        {isLoading ? <p className={styles.loading}>Loading the page...</p> : null}
        <span className="sr">{announced}</span>
      </div>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer>{footerForm}</Footer>
    </>
  );
}

export function Shell(props: ShellProps) {
  const { Page, error, location } = useRouter();
  const place = location.key + location.pathname;
  const showFailure = (failure: unknown) => <PageFailure error={failure} />;
  return (
    <ErrorBoundary
      place={place}
      fallback={(failure) => <Frame {...props}>{showFailure(failure)}</Frame>}
    >
      <Frame {...props}>
        <ErrorBoundary place={place} fallback={showFailure}>
          {Page ? <Page /> : showFailure(error)}
        </ErrorBoundary>
      </Frame>
    </ErrorBoundary>
  );
}
