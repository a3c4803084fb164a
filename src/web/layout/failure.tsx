import { Component, type ReactNode } from "react";
import { chunkFailedMessage } from "../runtime/chunk.ts";
import { ChunkFailure } from "./error-screens/chunk-failure.tsx";
import { RoutingFailure } from "./error-screens/routing-failure.tsx";

/** There is no page at the address (no error), its code did not come, or it broke. */
export function PageFailure({ error }: { readonly error: unknown }) {
  return isChunkFailure(error) ? (
    <ChunkFailure />
  ) : (
    <RoutingFailure isNotFound={error === undefined} />
  );
}

/** Whether the error is a failed chunk load. */
function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && error.message === chunkFailedMessage;
}

interface ErrorBoundaryProps {
  /** Where the reader is; at another place the children are tried again. */
  readonly place: string;
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly place?: string;
  readonly failed?: { readonly error: unknown } | undefined;
}

/** Shows something else when what is inside breaks while it is drawn. */
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
