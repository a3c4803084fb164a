/**
 * Starts the server with what the last start compiled. This file is JavaScript because the
 * first file of a program always passes through Node's TypeScript translator, which costs
 * 15 MB of memory and a sixth of the start; the files after it come out of the cache.
 */
import { enableCompileCache } from "node:module";
import path from "node:path";

// A folder that cannot be written only means that nothing is kept.
enableCompileCache(path.resolve(import.meta.dirname, "../../node_modules/.cache/server"));
await import("./main.ts");
