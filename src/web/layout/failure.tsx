import { useRouteError } from "react-router";
import { chunkFailedMessage } from "../runtime/chunk.ts";
import { ChunkFailure } from "./error-screens/chunk-failure.tsx";
import { RoutingFailure } from "./error-screens/routing-failure.tsx";
import { Frame } from "./shell.tsx";

/** Error boundary of pages: a chunk did not load, or the page threw. */
export function PageFailure() {
  return isChunkFailure(useRouteError()) ? <ChunkFailure /> : <RoutingFailure />;
}

/** Error boundary of the site: no route matches, or the frame itself threw. */
export function SiteFailure() {
  return (
    <Frame>
      <PageFailure />
    </Frame>
  );
}

/** Whether the error is a failed chunk load. */
function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && error.message === chunkFailedMessage;
}
