import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseArticle, readArticles } from "../../scripts/build/help-articles.ts";
import { readAccessibilityRun } from "../../scripts/test/accessibility-run.ts";
import {
  articleGroups,
  articlePath,
  articleSlugs,
  largePrint,
} from "../../src/features/help/contract/articles.ts";
import lastRun from "../../src/features/help/site/accessibility-run.json";
import { findHardWords, linesOf } from "../support/reading-grade.ts";

const articles = readArticles("articles");
const built = (address: string) =>
  readFileSync(path.resolve("dist/pages", `${address.slice(1).replaceAll("/", "_")}.html`), "utf8");

test("every file is an article with a title, a group, a lead, keywords and a date", () => {
  expect(articles.map(({ slug }) => slug).sort()).toEqual([...articleSlugs].sort());
  for (const { slug, title, group, lead, keywords, checked, sections } of articles) {
    expect([
      slug,
      title !== "" && lead !== "",
      keywords.length > 5,
      group in articleGroups,
    ]).toEqual([slug, true, true, true]);
    expect(checked, slug).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(sections.length, slug).toBeGreaterThan(1);
  }
});

test.each(articleSlugs)("%s reads at grade 6 or lower", (slug) => {
  const lines = linesOf(built(articlePath(slug)));
  expect(lines.length).toBeGreaterThan(20);
  expect(findHardWords(lines, { page: 6, sentence: 10 })).toEqual([]);
});

test.each([
  ["an unknown word", "## A\n\nCall {{fax}}.", "nothing is named {{fax}}"],
  ["text before a heading", "Hello.", "a heading comes first"],
  ["a table", "## A\n\n| a | b |\n|---|---|\n| 1 | 2 |", "table is not supported"],
  ["a picture", "## A\n\n![a](b.png)", "image is not supported"],
  ["HTML", "## A\n\n<b>a</b>", "html is not supported"],
])("an article with %s stops the build", (_what, body, message) => {
  expect(() => parseArticle("x", `---\ntitle: X\n---\n${body}`)).toThrow(message);
});

test("the large-print files are tagged, name their language and hold the fonts", () => {
  for (const { path: address } of Object.values(largePrint)) {
    const pdf = readFileSync(path.join("dist/web", address), "latin1");
    for (const part of ["/StructTreeRoot", "/Marked true", "/Lang (en-US)", "/FontFile2"]) {
      expect([address, pdf.includes(part)]).toEqual([address, true]);
    }
  }
});

test("the accessibility statement names the version of axe that tests use now", () => {
  const { version } = JSON.parse(readFileSync("node_modules/axe-core/package.json", "utf8"));
  expect(lastRun.axe, "run npm run test:full").toBe(version);
  expect(built("/accessibility").replaceAll("<!-- -->", "")).toContain(`axe ${version}`);
});

test("no browser code holds the text of an article", () => {
  const folder = path.resolve("dist/web/assets");
  const holders = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .filter((name) => readFileSync(path.join(folder, name), "utf8").includes("Gift cards, cash"));
  const loaded = articleSlugs.flatMap((slug) =>
    holders.filter((name) => built(articlePath(slug)).includes(name)),
  );
  expect(loaded).toEqual([]);
});

test("a run that checked every page fills in the accessibility statement, another does not", () => {
  const startTime = Date.UTC(2026, 10, 28, 12);
  const file = (name: string, ...statuses: string[]) => ({
    name: `/x/tests/e2e/${name}.test.ts`,
    assertionResults: statuses.map((status) => ({ status })),
  });
  const run = (...testResults: ReturnType<typeof file>[]) =>
    readAccessibilityRun({ startTime, testResults });
  expect(run(file("pages-one", "passed", "failed"), file("pages-two", "passed"))).toMatchObject({
    date: "2026-11-28",
    pages: 3,
    failed: 1,
  });
  expect(run(file("pages-one", "passed"))).toBeUndefined();
  expect(run(file("pages-one", "passed"), file("pages-two", "pending"))).toBeUndefined();
});
