/** One of several workers; `start-workers.ts` starts it. JavaScript for the same reason as main.js. */
import "./compile-cache.js";

const { start } = await import("./start.ts");
const { PrimaryLink } = await import("./workers/primary-link.ts");
await start(new PrimaryLink());
