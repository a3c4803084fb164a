import { type ReactNode, useEffect, useRef } from "react";
import { brand } from "../../../brand.ts";
import { authEndpoints } from "../../../contract/endpoints/auth.ts";
import { pathOf } from "../../../contract/endpoints/define-endpoint.ts";
import { PhoneLinks } from "../../page/phone-links.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { PortalData } from "../parts/use-portal-data.ts";
import { PortalNav } from "./portal-nav.tsx";
import styles from "./portal-screen.module.css";

interface PortalScreenProps<T> {
  readonly heading: string;
  /** Shows the heading to screen readers only. */
  readonly hideHeading?: boolean;
  readonly load: PortalData<T>;
  /** Shown if the data does not exist. */
  readonly missing?: ReactNode;
  /** Renders the loaded data. */
  readonly children: (data: T) => ReactNode;
}

/** Frame of a page with personal data: heading, loading state, data. */
export function PortalScreen<T>(props: PortalScreenProps<T>) {
  const { heading, hideHeading, load, missing, children } = props;
  return (
    <section className={styles.screen}>
      <div className="wrap">
        <PortalNav />
        <h1 className={hideHeading ? "sr" : styles.heading} tabIndex={-1}>
          {heading}
        </h1>
        <noscript>{import.meta.env.SSR && <WithoutScripts />}</noscript>
        {load.state === "missing" ? missing : <PortalLoading load={load} />}
        {load.state === "ready" && children(load.data)}
      </div>
    </section>
  );
}

/** The log-out form helps people who signed in without scripts on a shared computer. */
function WithoutScripts() {
  return (
    <>
      <p className="lead">
        This page needs JavaScript, so that no one else sees your details. JavaScript is off in your
        browser. Turn it on, or call us and we will help you by phone.
      </p>
      <form className={styles.leave} method="post" action={pathOf(authEndpoints.logout)}>
        <Button type="submit">Log Out</Button>
      </form>
      <PhoneLinks />
    </>
  );
}

interface PortalLoadingProps<T> {
  readonly load: PortalData<T>;
  /** Status while loading, and its announcement to screen readers once loaded. */
  readonly loadingLabel?: string;
  readonly readyLabel?: string;
}

/** Loading state of personal data. A failure shows no error, only a retry button (SPEC 8). */
export function PortalLoading<T>({
  load,
  loadingLabel = "Loading your details...",
  readyLabel = "Your details are here.",
}: PortalLoadingProps<T>) {
  const isReady = load.state === "ready";
  const canRetry = load.state === "loading" && load.failed;
  const container = useRef<HTMLDivElement>(null);
  const hadRetryButton = useRef(false);
  useEffect(() => {
    // The retry button that had the focus is gone.
    if (isReady && hadRetryButton.current) container.current?.focus();
    hadRetryButton.current = canRetry;
  }, [isReady, canRetry]);

  return (
    <div ref={container} tabIndex={-1} className={isReady ? "sr" : styles.wait}>
      <p role="status">{isReady ? readyLabel : loadingLabel}</p>
      {canRetry && (
        <div className={styles.again}>
          <Button onClick={() => void load.reload()} aria-disabled={load.busy || undefined}>
            <Icon name="again" />
            Load again
          </Button>
          <p>You can also call or text {brand.name}. We look it up for you.</p>
          <PhoneLinks />
        </div>
      )}
    </div>
  );
}
