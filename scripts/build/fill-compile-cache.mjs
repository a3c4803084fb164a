// Runs after the build: loads the server, given as an argument, so that its first start finds every
// module in the compile cache. Otherwise that process would compile them, and hold 50 MB more until
// it restarts.
import { pathToFileURL } from "node:url";
import "../../src/app/server/compile-cache.js";

await import(pathToFileURL(process.argv[2]).href);
