import { useRouteError } from "react-router";
import { chunkFailedMessage } from "../runtime/chunk.ts";
import { ChunkFailure } from "./error-screens/chunk-failure.tsx";
import { RoutingFailure } from "./error-screens/routing-failure.tsx";
import { Frame } from "./shell.tsx";

/** A page failed inside the frame: its code did not come, or it broke. */
export function PageFailure() {
  return isChunkFailure(useRouteError()) ? <ChunkFailure /> : <RoutingFailure />;
}

/** No route fits the address, or the frame itself broke. */
export function SiteFailure() {
  return (
    <Frame>
      <PageFailure />
    </Frame>
  );
}

/** Whether an error says that a part of the page did not load. */
function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && error.message === chunkFailedMessage;
}
