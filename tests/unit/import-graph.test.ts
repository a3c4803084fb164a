import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkImports, findForbidden, findUnused } from "../../scripts/checks/check-imports.ts";
import { findCycles, groupByFolder, readImports } from "../../scripts/checks/import-graph.ts";

/** A folder with these files, removed after the test. */
async function makeSource(files: Readonly<Record<string, string>>): Promise<string> {
  const root = mkdtempSync(path.join(os.tmpdir(), "imports-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return root;
}

test("reads value, type, dynamic and re-exported imports", async () => {
  const root = await makeSource({
    "src/a.ts": `import { b } from "./b.ts";
      import type { C } from "./deep/c.ts";
      export type { D } from "./d.tsx";
      const later = () => import("./e.js");
      import "kysely";`,
    "src/b.ts": "",
    "src/deep/c.ts": "",
    "src/d.tsx": "",
    "src/e.js": "",
    "src/a.test.ts": 'import "./a.ts";',
  });
  const graph = readImports(root);
  expect([...graph.keys()]).toEqual([
    "src/a.ts",
    "src/b.ts",
    "src/d.tsx",
    "src/deep/c.ts",
    "src/e.js",
  ]);
  expect([...(graph.get("src/a.ts") ?? [])].sort()).toEqual([
    "src/b.ts",
    "src/d.tsx",
    "src/deep/c.ts",
    "src/e.js",
  ]);
});

test("finds cycles of any length, of files and of folders", () => {
  const graph = new Map([
    ["x/a.ts", new Set(["y/b.ts"])],
    ["y/b.ts", new Set(["z/c.ts"])],
    ["z/c.ts", new Set(["x/a.ts", "x/d.ts"])],
    ["x/d.ts", new Set<string>()],
  ]);
  expect(findCycles(graph)).toEqual([["x/a.ts", "y/b.ts", "z/c.ts"]]);
  expect(findCycles(groupByFolder(graph))).toEqual([["x", "y", "z"]]);
  graph.set("z/c.ts", new Set());
  expect(findCycles(graph)).toEqual([]);
  expect(findCycles(groupByFolder(graph))).toEqual([]);
});

test("reports two cycles that share a file as one", () => {
  const graph = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["a", "c"])],
    ["c", new Set(["b"])],
  ]);
  expect(findCycles(graph)).toEqual([["a", "b", "c"]]);
});

const routes = "src/features/payments/server/routes.ts";

test.each([
  ["src/platform/server/db/client.ts", routes, "platform knows no feature"],
  ["src/platform/server/db/client.ts", "src/app/server/app.ts", "only src/app imports src/app"],
  [routes, "src/app/server/app.ts", "only src/app imports src/app"],
  [
    routes,
    "src/features/legal/server/a.ts",
    "this dependency is not in scripts/checks/import-zones.ts",
  ],
  [routes, "src/features/payments/site/a.tsx", "server may import server, contract"],
  ["src/features/payments/contract/a.ts", routes, "contract may import contract"],
  [
    "src/features/payments/desk/a.tsx",
    "src/platform/site/forms/form-view.tsx",
    "desk may import desk, contract, src/platform/site/ui, src/platform/site/runtime/api.ts",
  ],
])("%s must not import %s", (file, target, reason) => {
  expect(findForbidden(new Map([[file, new Set([target])]]))).toEqual([
    `${file}: must not import ${target}: ${reason}`,
  ]);
});

test.each([
  ["src/app/server/app.ts", routes],
  [routes, "src/platform/server/db/client.ts"],
  [routes, "src/features/customers/server/auth/routes.ts"],
  [routes, "src/features/payments/contract/payments.ts"],
  [routes, "src/brand.ts"],
  ["src/features/payments/desk/a.tsx", "src/platform/site/ui/icon.tsx"],
  ["src/features/payments/ops/a.ts", routes],
])("%s may import %s", (file, target) => {
  expect(findForbidden(new Map([[file, new Set([target])]]))).toEqual([]);
});

test("reports a permission that no import uses", () => {
  const graph = new Map([[routes, new Set(["src/platform/server/clock.ts"])]]);
  expect(findUnused(graph)).toEqual([
    'scripts/checks/import-zones.ts: no import uses "payments customers"',
    'scripts/checks/import-zones.ts: no import uses "payments privacy"',
  ]);
  graph.set("src/features/payments/site/a.tsx", new Set(["src/features/customers/site/b.tsx"]));
  graph.set(
    "src/features/payments/server/a.ts",
    new Set(["src/features/privacy/server/feature-data.ts"]),
  );
  expect(findUnused(graph)).toEqual([]);
});

test("reports a folder with twenty-one files, except lists", async () => {
  const files = (folder: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, ""]));
  const root = await makeSource({
    ...files("src/platform/site/full", 21),
    ...files("src/platform/site/well", 20),
    ...files("src/platform/site/pictures", 21),
    ...files("scripts", 20),
    ...files("scripts/full", 20),
    "scripts/full/20.mjs": "",
    "scripts/full/21.test.ts": "",
  });
  expect(checkImports(root)).toEqual([
    "src/platform/site/full: 21 source files, at most 20: move a topic into a subfolder",
    "scripts/full: 21 source files, at most 20: move a topic into a subfolder",
  ]);
});
