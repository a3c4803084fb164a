import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { inboundMailEndpoints } from "../../src/features/messages/contract/inbound-mail.ts";
import type { BuiltSite } from "../../src/platform/contract/built-site.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";

const dist = path.resolve("dist");
const site = JSON.parse(readFileSync(path.join(dist, "site.json"), "utf8")) as BuiltSite;
const documentFile = path.join(dist, site.desk.file);
const html = readFileSync(documentFile, "utf8");

/** Budget for scripts, styles and document before the first page is shown, in bytes of brotli. */
const maxFirstLoad = 130 * 1024;

const loaded = [...html.matchAll(/ (?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
  ([, file = ""]) => path.join(dist, "web", file),
);

test("the desk loads at most 130 KB at first", () => {
  expect(loaded.filter((file) => file.endsWith(".js")).length).toBeGreaterThan(0);
  expect(loaded.filter((file) => file.endsWith(".css")).length).toBeGreaterThan(0);
  const bytes = [documentFile, ...loaded].map((file) => statSync(`${file}.br`).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxFirstLoad);
});

test("the desk's document is empty, without inline script or style", () => {
  expect(html).toContain('<div id="root"></div>');
  expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)/);
});

test("the site mentions the desk nowhere", () => {
  const folders = ["pages", "web", "web/speculation"].map((folder) => path.join(dist, folder));
  const files = folders
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((file) => /\.(?:html|xml|txt|json|webmanifest)$/.test(file) && file !== documentFile);
  expect(files.length).toBeGreaterThan(50);
  // The API description must name the endpoint where mail services deliver emails.
  const inboundMail = `${pathOf(inboundMailEndpoints.receive)}&#39;`;
  const read = (file: string) => readFileSync(file, "utf8").replaceAll(inboundMail, "");
  expect(files.filter((file) => /\/desk(?=["/\s]|$)/m.test(read(file)))).toEqual([]);
});
