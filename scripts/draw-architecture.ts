/** `npm run architecture`: draws the diagrams of docs/ARCHITECTURE.md anew. */
import { writeFileSync } from "node:fs";
import { architectureFile, drawArchitecture } from "./architecture.ts";

writeFileSync(architectureFile, drawArchitecture(process.cwd()));
