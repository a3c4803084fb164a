// Runs after the build: loads every file of the server, so that its first start finds all of them
// in the compile cache. Otherwise that process would compile them, and hold 50 MB more until it
// restarts.
import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import "../../src/app/server/compile-cache.js";

const server = path.resolve("src/app/server");
const files = readdirSync(server, { recursive: true })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => pathToFileURL(path.join(server, file)).href);
for (const file of files) await import(file);
