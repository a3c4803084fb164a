import { type ReactNode, useEffect, useRef } from "react";
import { brand } from "../../../../brand.ts";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { Button } from "../../../../platform/site/ui/button.tsx";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import type { PortalState } from "../../contract/portal-pages.ts";
import { PortalNav } from "./portal-nav.tsx";
import styles from "./portal-screen.module.css";
import { PlainFrame } from "./settings/plain-frame.tsx";
import type { PortalData } from "./use-portal-data.ts";

interface PortalScreenProps<T> {
  readonly heading: string;
  /** Shows the heading to screen readers only. */
  readonly hideHeading?: boolean;
  readonly load: PortalData<T>;
  /** Shown if the data does not exist. */
  readonly missing?: ReactNode;
  /** Renders the data without scripts; only the server does. */
  readonly plain: (portal: PortalState) => ReactNode;
  readonly children: (data: T) => ReactNode;
}

export function PortalScreen<T>(props: PortalScreenProps<T>) {
  const { heading, hideHeading, load, missing, plain, children } = props;
  return (
    <section className={styles.screen}>
      <div className="wrap">
        <PortalNav />
        <h1 className={hideHeading ? "sr" : styles.heading} tabIndex={-1}>
          {heading}
        </h1>
        <noscript>{import.meta.env.SSR && <PlainFrame>{plain}</PlainFrame>}</noscript>
        {load.state === "missing" ? missing : <PortalLoading load={load} />}
        {load.state === "ready" && children(load.data)}
      </div>
    </section>
  );
}

interface PortalLoadingProps<T> {
  readonly load: PortalData<T>;
  /** Status while loading, and its announcement to screen readers once loaded. */
  readonly loadingLabel?: string;
  readonly readyLabel?: string;
}

/** Loading state of personal data. A failure shows no error, only a retry button. */
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
