/** `npm run architecture`: redraws the diagrams of docs/ARCHITECTURE.md. */
import { writeFileSync } from "node:fs";
import { architectureFile, drawArchitecture } from "./checks/architecture.ts";

writeFileSync(architectureFile, drawArchitecture(process.cwd()));
