/**
 * Starts the server with Node's compile cache. This file is JavaScript because the first file of a
 * program is never cached: Node's TypeScript transform would cost 15 MB of memory and a sixth of
 * the startup time.
 */
import "./compile-cache.js";

// One process by default. With more, the primary loads none of the site's code.
if (["1", ""].includes(process.env.WORKERS ?? "")) {
  const { start } = await import("./start.ts");
  await start();
} else {
  const { startWorkers } = await import("./start-workers.ts");
  await startWorkers();
}
