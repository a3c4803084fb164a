import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { readPlanted } from "../test/planted.ts";

/**
 * Checks that each planted fault still fits the code and names tests that exist. A change near a
 * fault has to renew its patch; without this check only the next run of `npm run test:faults`,
 * which takes half an hour, would tell.
 * @returns one line for each error
 */
export function checkPlanted(root: string): string[] {
  const tests = globSync("{src,scripts,tests}/**/*.test.{ts,tsx}", { cwd: root }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  return readPlanted(root).flatMap(({ file, tests: filters }) => [
    ...filters
      .filter((filter) => !tests.some((test) => test.includes(filter)))
      .map((filter) => `${file}: no test file contains ${filter} in its path`),
    ...findMisfit(root, file),
  ]);
}

function findMisfit(root: string, file: string): string[] {
  const { status, stderr } = spawnSync("git", ["apply", "--check", path.resolve(root, file)], {
    cwd: root,
    encoding: "utf8",
  });
  return status === 0 ? [] : [`${file}: does not fit any more. ${stderr.trim().split("\n")[0]}`];
}
