/** Enables Node's compile cache for modules imported after this one (decision 0017). */
import { enableCompileCache } from "node:module";
import path from "node:path";

// If the folder is not writable, nothing is cached.
enableCompileCache(path.resolve(import.meta.dirname, "../../../node_modules/.cache/server"));
