import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkImports, findForbidden, findUnused } from "../../scripts/checks/check-imports.ts";
import { findCycles, groupByFolder, readImports } from "../../scripts/checks/import-graph.ts";
import { zones } from "../../scripts/checks/import-zones.ts";

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

test("reports an import that no zone allows", () => {
  const graph = new Map([
    ["src/platform/server/db/client.ts", new Set(["src/features/customers/server/auth/routes.ts"])],
    ["src/app/server/app.ts", new Set(["src/features/customers/server/auth/routes.ts"])],
  ]);
  expect(findForbidden(graph, zones)).toEqual([
    "src/platform/server/db/client.ts: must not import src/features/customers/server/auth/routes.ts (scripts/checks/import-zones.ts)",
  ]);
});

test("reports a permission that no import uses", () => {
  const graph = new Map([
    ["src/features/customers/server/auth/routes.ts", new Set(["src/features/support-id.ts"])],
    ["src/features/payments/server/routes.ts", new Set(["src/platform/server/clock.ts"])],
  ]);
  const features = zones.filter(({ folder }) => /\/(auth|payments)$/.test(folder));
  expect(findUnused(graph, features.slice(0, 2))).toEqual([
    "src/features/payments/server: no longer imports src/features/customers/server/auth (scripts/checks/import-zones.ts)",
  ]);
});

test("reports a folder with thirteen files, except lists", async () => {
  const files = (folder: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, ""]));
  const root = await makeSource({
    ...files("src/web/full", 13),
    ...files("src/web/well", 12),
    ...files("src/platform/ops/commands", 13),
    "src/app/ops/main.ts": 'import "../server/start.ts";',
    "src/app/server/start.ts": "",
    ...files("scripts", 12),
    ...files("scripts/full", 12),
    "scripts/full/13.mjs": "",
    "scripts/full/14.test.ts": "",
  });
  expect(checkImports(root)).toEqual([
    "src/web/full: 13 source files, at most 12: move a topic into a subfolder",
    "scripts/full: 13 source files, at most 12: move a topic into a subfolder",
  ]);
});
