/**
 * Starts the server with Node's compile cache. This file is JavaScript because the first file of a
 * program is never cached: Node's TypeScript transform would cost 15 MB of memory and a sixth of
 * the startup time.
 */
import { enableCompileCache } from "node:module";
import path from "node:path";

// If the folder is not writable, nothing is cached.
enableCompileCache(path.resolve(import.meta.dirname, "../../node_modules/.cache/server"));
await import("./main.ts");
