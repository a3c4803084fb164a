/** One of several workers, started by `start-workers.ts`. JavaScript for the reason in main.js. */
import "./compile-cache.js";

const { start } = await import("./start.ts");
const { PrimaryLink } = await import("../../platform/server/workers/primary-link.ts");
await start(new PrimaryLink());
