/** A worker that serves no requests, for tests of the primary. */
import { PrimaryLink } from "../../src/platform/server/workers/primary-link.ts";

const link = new PrimaryLink(20);
await link.untilNeeded();
link.ready("http://127.0.0.1", () => undefined);
