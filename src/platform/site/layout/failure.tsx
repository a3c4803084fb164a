import { Component, type ReactNode } from "react";
import { chunkFailedMessage } from "../runtime/chunk.ts";
import { ChunkFailure } from "./error-screens/chunk-failure.tsx";
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
