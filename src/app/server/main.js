/**
 * Starts the server with Node's compile cache. This file is JavaScript because the first file of a
 * program is never cached: Node's TypeScript transform would cost 15 MB of memory and a sixth of
 * the startup time.
 */
import "./compile-cache.js";

const { start } = await import("./start.ts");
await start();
