import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ObjectStore } from "./object-store.ts";

/** Tests of `npm test` that work on a real object store, without injected failures. */
const testFiles = [
  "src/platform/server/files/storage-contract.test.ts",
  "src/platform/server/files/object-store.test.ts",
  "src/platform/server/files/two-nodes.test.ts",
  "src/platform/ops/files.test.ts",
];

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Runs them on the store. @returns the number that passed @throws Error if one failed */
export async function testStorage(store: ObjectStore, folder: string): Promise<number> {
  const report = path.join(folder, "storage-tests.json");
  const log = openSync(path.join(folder, "storage-tests.log"), "a");
  const vitest = [path.resolve("node_modules/vitest/vitest.mjs"), "run", "--project=server"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [...vitest, ...reporters, ...testFiles], {
    env: { ...process.env, TEST_OBJECT_STORE: JSON.stringify(store.settings) },
    stdio: ["ignore", log, log],
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error("Tests of files failed on the object gateway.");
  const { numPassedTests, testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
  for (const { name, assertionResults } of testResults) {
    if (assertionResults.some((one) => one.status === "passed")) continue;
    throw new Error(`No test of ${name} ran.`);
  }
  return numPassedTests;
}
