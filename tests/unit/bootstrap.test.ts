import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** A fake npm that records its arguments and creates the files of an install. */
const fakeNpm = `#!/bin/sh
echo "$*" >> calls
case "$1" in ci) rm -rf node_modules ;; esac
mkdir -p node_modules/.bin && touch node_modules/.bin/node
case "$*" in
  *--include=dev*) echo '      "dev": true,' > node_modules/.package-lock.json ;;
  *) touch node_modules/.package-lock.json ;;
esac
`;

/** A copy of the script in a project without packages. */
function openProject() {
  const root = mkdtempSync(path.join(os.tmpdir(), "test-bootstrap-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (name: string) => path.join(root, name);
  mkdirSync(at("scripts"));
  cpSync("scripts/bootstrap.mjs", at("scripts/bootstrap.mjs"));
  writeFileSync(at("package-lock.json"), "{}");
  mkdirSync(at("bin"));
  writeFileSync(at("bin/npm"), fakeNpm);
  chmodSync(at("bin/npm"), 0o700);
  return {
    at,
    /** Runs the script. @returns the arguments of each npm command */
    bootstrap(goal: string): string[] {
      rmSync(at("calls"), { force: true });
      const { status, stderr } = spawnSync(process.execPath, [at("scripts/bootstrap.mjs"), goal], {
        env: { PATH: [at("bin"), process.env.PATH].join(path.delimiter) },
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([0, ""]);
      if (!existsSync(at("calls"))) return [];
      return readFileSync(at("calls"), "utf8").trim().split("\n");
    },
  };
}

const optional = expect.stringContaining("--include=optional");
const ci = (choice: string) => expect.stringMatching(`^ci ${choice} `);
const testOnUnix = test.skipIf(process.platform === "win32");

testOnUnix("running installs production packages, and development adds the others", () => {
  const { bootstrap, at } = openProject();
  expect(bootstrap("ops")).toEqual([ci("--omit=dev")]);
  expect(bootstrap("ops")).toEqual([]);
  writeFileSync(at("node_modules/in-use"), "");
  const [added, ...more] = bootstrap("check");
  expect([added, more]).toEqual([expect.stringMatching("^install --no-save --include=dev "), []]);
  expect(added).toEqual(optional);
  expect(existsSync(at("node_modules/in-use"))).toBe(true);
  expect(bootstrap("check")).toEqual([]);
  expect(bootstrap("ops")).toEqual([]);
});

testOnUnix("running keeps development packages, even with a new lock file", () => {
  const { bootstrap, at } = openProject();
  expect(bootstrap("check")).toEqual([ci("--include=dev")]);
  expect(bootstrap("ops")).toEqual([]);
  writeFileSync(at("package-lock.json"), "{ }");
  expect(bootstrap("ops")).toEqual([ci("--include=dev")]);
  // The state after a manual or an interrupted install.
  rmSync(at("node_modules/.install-stamp"));
  expect(bootstrap("ops")).toEqual([ci("--include=dev")]);
  rmSync(at("node_modules"), { recursive: true });
  expect(bootstrap("ops")).toEqual([ci("--omit=dev")]);
});

const imports =
  /^(?:import|export)(?! type\b)(?:[^"();=]* from)? "([^"]+)";|\bimport\("([^"]+)"\)/gm;

/** Names of the packages that a file imports, directly or indirectly. */
function packagesOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file) || !/\.[jt]sx?$/.test(file)) return [];
  seen.add(file);
  return [...readFileSync(file, "utf8").matchAll(imports)].flatMap(([, fixed, lazy]) => {
    const name = fixed ?? lazy ?? "";
    if (name.startsWith(".")) return packagesOf(path.join(path.dirname(file), name), seen);
    if (name.startsWith("node:")) return [];
    return [name.split("/", name.startsWith("@") ? 2 : 1).join("/")];
  });
}

test("building and running import no development package", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .map((name) => path.join("src", name));
  const seen = new Set<string>();
  const used = [...sources, "scripts/build.ts", "scripts/demo.ts", "vite.config.ts"].flatMap(
    (file) => packagesOf(file, seen),
  );
  expect(used).toEqual(expect.arrayContaining(["fastify", "pg", "sharp", "vite", "react"]));
  expect(used.filter((name) => !(name in dependencies))).toEqual([]);
});
