/** `npm run client`: writes the types of the TypeScript client from the OpenAPI document. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { clientTypes, describePrograms, stampTypes } from "./checks/check-client.ts";

const folder = path.dirname(clientTypes);
const temporary = mkdtempSync(path.join(os.tmpdir(), "client-"));
try {
  const document = path.join(temporary, "document.json");
  const types = path.join(temporary, "schema.ts");
  writeFileSync(document, describePrograms());
  // The generator needs another version of TypeScript than we do.
  run("npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund"]);
  run(path.join(folder, "node_modules/.bin/openapi-typescript"), [document, "--output", types]);
  writeFileSync(clientTypes, stampTypes(readFileSync(types, "utf8")));
} finally {
  rmSync(temporary, { recursive: true });
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} failed.`);
}
