import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { BuiltSite } from "../../contract/built-site.ts";
import { SiteFiles } from "./site-files.ts";

const site: BuiltSite = {
  release: { version: "1.2.3", commit: "" },
  notFound: "/404",
  pages: {
    "/a": { file: "a.html", status: 200, styleHash: "" },
    "/b": { file: "b.html", status: 200, styleHash: "" },
  },
  desk: { file: "desk.html", status: 200 },
  files: {
    "/x-123.js": { file: "x-123.js", type: "text/javascript", hashed: true },
    "/assets/y-4.js": { file: "assets/y-4.js", type: "text/javascript", hashed: true },
    "/robots.txt": { file: "robots.txt", type: "text/plain", hashed: false },
  },
};

test("a running server keeps serving the build that it started with", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "test-site-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const words of ["old", "new"]) {
    mkdirSync(path.join(root, words));
    writeFileSync(path.join(root, words, "site.json"), JSON.stringify(site));
    writeFileSync(path.join(root, words, "a.html"), words);
  }
  const dist = path.join(root, "dist");
  symlinkSync(path.join(root, "old"), dist, "junction");
  const files = new SiteFiles({ dist, origin: () => "", https: false, now: Date.now });
  rmSync(dist);
  symlinkSync(path.join(root, "new"), dist, "junction");
  expect(files.find("/a")?.identity.body.toString()).toBe("old");
});

test("if a later build deletes files, pages are unavailable until rebuilt, hashed files gone", () => {
  const dist = mkdtempSync(path.join(os.tmpdir(), "test-site-"));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  writeFileSync(path.join(dist, "site.json"), JSON.stringify(site));
  writeFileSync(path.join(dist, "a.html"), "<p>A</p>");
  const files = new SiteFiles({ dist, origin: () => "", https: false, now: Date.now });

  expect(files.find("/a")?.identity.body.toString()).toBe("<p>A</p>");
  rmSync(path.join(dist, "a.html"));
  expect(files.find("/a")?.identity.body.toString()).toBe("<p>A</p>");
  expect(() => files.find("/b")).toThrow("The server is not ready.");
  expect(files.find("/x-123.js")).toBeNull();
  writeFileSync(path.join(dist, "b.html"), "<p>B</p>");
  expect(files.find("/b")?.identity.body.toString()).toBe("<p>B</p>");
});

test.each([
  ["/a", "/a"],
  ["/b-again", "/b"],
  ["/robots.txt", "/robots.txt"],
  ["/assets/y-4.js", "/assets/*"],
  ["/desk", "/desk/*"],
  ["/desk/inbox/0190-ada", "/desk/*"],
  ["/a/ada", undefined],
  ["/ada", undefined],
  ["constructor", undefined],
  ["", undefined],
])("%s is named %s in traces", (address, route) => {
  const dist = mkdtempSync(path.join(os.tmpdir(), "test-site-"));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  writeFileSync(path.join(dist, "site.json"), JSON.stringify(site));
  const files = new SiteFiles({ dist, origin: () => "", https: false, now: Date.now });
  files.addAlias("/b-again", "/b");
  expect(files.routeOf(address)).toBe(route);
});
