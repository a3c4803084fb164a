import { Component, type ReactNode, use, useState } from "react";
import { brand } from "../../../brand.ts";
import { rejectedHeading } from "../../contract/errors/failures.ts";
import { paths } from "../../contract/paths.ts";
import { AppLink } from "../page/app-link.tsx";
import { PhoneLinks } from "../page/phone-links.tsx";
import { emptyLot, emptyLotTall } from "../pictures/nights.ts";
import { chunkFailedMessage } from "../runtime/chunk.ts";
import { FormStateContext } from "../runtime/form-state.ts";
import { preloadPage } from "../runtime/route-table.ts";
import { useLocation, useNavigate } from "../runtime/router-context.tsx";
import { Button, ButtonRow, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/picture.tsx";
import type { PictureFile } from "../ui/picture-file.ts";
import styles from "./error-screen.module.css";

/** Shows why there is no page: unknown path (no error), code that did not load, or a render error. */
export function PageFailure({ error }: { readonly error: unknown }) {
  return isChunkFailure(error) ? (
    <ChunkFailure />
  ) : (
    <RoutingFailure isNotFound={error === undefined} />
  );
}

function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && error.message === chunkFailedMessage;
}

interface ErrorBoundaryProps {
  /** The current location; a change renders the children again. */
  readonly place: string;
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly place?: string;
  readonly failed?: { readonly error: unknown } | undefined;
}

/** Renders a fallback when its children fail to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: { error } };
  }

  static getDerivedStateFromProps(
    { place }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return state.place === place ? null : { place, failed: undefined };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    const { fallback, children } = this.props;
    return failed ? fallback(failed.error) : children;
  }
}

/** Error screen for a page whose code did not load. Retries the import, then reloads the document. */
function ChunkFailure() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [trying, setTrying] = useState(false);

  async function tryAgain() {
    if (trying) return;
    setTrying(true);
    if (await preloadPage(pathname)) {
      await navigate(pathname + search + hash, { replace: true });
    } else {
      location.reload();
    }
  }

  return (
    <ErrorScreen heading="This page did not load" message={chunkFailedMessage}>
      <p className="lead">
        One part of the page did not load. Check your internet connection, then try again.
      </p>
      <ButtonRow>
        <Button look="marigold" onClick={() => void tryAgain()} aria-disabled={trying}>
          <Icon name="again" />
          {trying ? "Trying again..." : "Try again"}
        </Button>
        <AppLink to={paths.contact} className={buttonClass("ghostPaper")}>
          Get in touch
        </AppLink>
      </ButtonRow>
    </ErrorScreen>
  );
}

/**
 * Error screen for an unknown path, a page that failed to render, or a request that the
 * server rejected, with what to do.
 */
function RoutingFailure({ isNotFound }: { readonly isNotFound: boolean }) {
  const notice = use(FormStateContext)?.notice;
  if (isNotFound && notice) {
    return (
      <ErrorScreen heading={rejectedHeading}>
        <p className="lead">{notice}</p>
        <NextLinks />
      </ErrorScreen>
    );
  }
  return (
    <ErrorScreen
      heading={isNotFound ? "This page isn’t here" : "This page has a fault"}
      message="Unexpected Application Error!"
      {...(isNotFound && { picture: emptyLot, narrowPicture: emptyLotTall })}
    >
      <p className="lead">
        {isNotFound
          ? "There is no page at this address. The link may be old, or there may be a typo. You did nothing wrong."
          : "The fault is ours, not yours. Go back, or start again from the home page."}
      </p>
      <NextLinks />
    </ErrorScreen>
  );
}

function NextLinks() {
  return (
    <ul className={styles.nextLinks}>
      <NextLink to={paths.home}>Go to the home page</NextLink>
      <NextLink to={paths.login}>Log in to your account</NextLink>
      <NextLink to={paths.help}>Search our help pages</NextLink>
      <NextLink to={paths.contact}>Get in touch</NextLink>
    </ul>
  );
}

function NextLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <AppLink to={to}>
        <span>{children}</span>
        <Icon name="arrow" />
      </AppLink>
    </li>
  );
}

interface ErrorScreenProps {
  readonly heading: string;
  /** The specified words for it, which also title the document; without, the heading does. */
  readonly message?: string;
  /** By default a picture that is part of the code. */
  readonly picture?: PictureFile;
  readonly narrowPicture?: PictureFile;
  readonly children: ReactNode;
}

function ErrorScreen({ heading, message, picture, narrowPicture, children }: ErrorScreenProps) {
  return (
    <section className={`${styles.screen} on-dark`}>
      <title>{`${message ?? heading} - ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap">
        <h1>{heading}</h1>
        {message && <h2>{message}</h2>}
        {children}
        <PhoneLinks />
      </div>
      {picture ? (
        <Picture
          file={picture}
          {...(narrowPicture && { narrow: narrowPicture })}
          narrowMedia="(--below-tablet)"
          alt=""
          eager
        />
      ) : (
        <NightHouse />
      )}
    </section>
  );
}

/**
 * A house at night with one dark window. It is part of the code, because a picture file cannot load
 * without a connection.
 */
function NightHouse() {
  return (
    <svg className={styles.night} viewBox="0 0 320 120" aria-hidden="true">
      <circle cx="262" cy="24" r="12" fill="#FBD98A" />
      <path
        fill="#12312B"
        d="M-700 100H1020V140H-700ZM14 100V64L38 46 62 64V100ZM232 100V58L262 36 292 58V100ZM-130 100V50L-100 28-70 50V100ZM380 100V66L406 46 432 66V100Z"
      />
      <path fill="#12312B" d="M124 102V54L160 26 196 54V102Z" />
      <path fill="none" stroke="#B4472F" strokeWidth="7" d="M116 57 160 24 204 57" />
      <path fill="#F5B335" d="M132 57 157 39V66H132Z" />
      <path fill="#A9C9E8" d="M188 57 163 39V66H188Z" />
      <path fill="#2B5549" d="M132 72H157V96H132Z" />
      <path fill="#A9CBA4" d="M163 72H188V96H163Z" />
      <path stroke="#F5B335" strokeWidth="2" strokeDasharray="16" d="M-700 112H1020" />
    </svg>
  );
}
