import { enableCompileCache } from "node:module";
import path from "node:path";

// What the last start compiled is read instead of made again, which halves the time of a
// start. A folder that cannot be written only means that nothing is kept.
enableCompileCache(path.resolve(import.meta.dirname, "../../node_modules/.cache/server"));
const { start } = await import("./start.ts");
await start();
