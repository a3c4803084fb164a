import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { BuiltSite } from "../../src/platform/contract/built-site.ts";
import { landingPages } from "../support/site-pages.ts";

const dist = path.resolve("dist");
const site = JSON.parse(readFileSync(path.join(dist, "site.json"), "utf8")) as BuiltSite;
const read = (address: string) =>
  readFileSync(path.join(dist, site.pages[address]?.file ?? ""), "utf8");
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, part]) => part);

test.each(landingPages)("the contents of %s name every section, in order", (address) => {
  const html = read(address);
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? "";
  const nav = /<nav\b[^>]*aria-labelledby="contents".*?<\/nav>/s.exec(main)?.[0] ?? "";
  const sections = main.match(/<section\b[^>]*>/g)?.map((tag) => / id="([^"]+)"/.exec(tag)?.[1]);
  expect(all(nav, /href="#([^"]+)"/g)).toEqual(sections);
  expect(sections?.length).toBeGreaterThan(3);
});

test.each(Object.keys(site.pages))("%s has one anchor at its top, and a link to it", (address) => {
  const html = read(address);
  expect(html.match(/ id="top"/g)).toHaveLength(1);
  expect(html.match(/ href="#top"/g)).toHaveLength(1);
});
