import {
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
import { makeBuildFolder, switchBuild } from "../../scripts/build/switch-build.ts";

function makeRoot(): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "test-builds-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

function build(root: string, content: string, hour: number): string {
  const folder = makeBuildFolder(root, hour * 3_600_000);
  writeFileSync(path.join(folder, "page.html"), content);
  switchBuild(root, folder);
  return folder;
}

const served = (root: string) => readFileSync(path.join(root, "dist/page.html"), "utf8");

test("a new build replaces a folder or the previous build, which remains complete", () => {
  const root = makeRoot();
  mkdirSync(path.join(root, "dist"));
  writeFileSync(path.join(root, "dist/page.html"), "a folder of its own");
  const first = build(root, "first", 1);
  expect(served(root)).toBe("first");
  build(root, "second", 2);
  expect(served(root)).toBe("second");
  expect(readFileSync(path.join(first, "page.html"), "utf8")).toBe("first");
});

test("only the newest builds are kept, including the current one", () => {
  const root = makeRoot();
  const folders = [1, 2, 3, 4, 5, 6].map((hour) => build(root, `${hour}`, hour));
  expect(served(root)).toBe("6");
  expect(folders.map((folder) => existsSync(folder))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(readdirSync(path.dirname(folders[0] ?? ""))).toHaveLength(4);
});
