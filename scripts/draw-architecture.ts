/** `npm run architecture`: redraws the diagrams of docs/ARCHITECTURE.md. */
import { writeFileSync } from "node:fs";
import { architectureFile, drawArchitecture } from "./architecture.ts";

writeFileSync(architectureFile, drawArchitecture(process.cwd()));
