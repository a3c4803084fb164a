import { Component, type ReactNode, useState } from "react";
import { paths } from "../../contract/paths.ts";
import { AppLink } from "../page/app-link.tsx";
import { chunkFailedMessage } from "../runtime/chunk.ts";
import { preloadPage } from "../runtime/route-table.ts";
import { useLocation, useNavigate } from "../runtime/router-context.tsx";
import { Button, ButtonRow, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { ErrorScreen } from "./error-screens/error-screen.tsx";
import { RoutingFailure } from "./error-screens/routing-failure.tsx";

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
