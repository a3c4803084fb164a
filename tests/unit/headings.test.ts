import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { brand } from "../../src/brand.ts";
import { paths } from "../../src/platform/contract/paths.ts";

function fileOf(page: string): string {
  return page === paths.home ? "index" : page.slice(1).replaceAll("/", "_");
}

function textIn(html: string): string {
  return html
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The h2 and h3 headings in a built page's main element, in lower case. */
function headingsOf(page: string): string[] {
  const name = fileOf(page);
  const html = readFileSync(path.resolve("dist/pages", `${name}.html`), "utf8");
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? "";
  return [...main.matchAll(/<(h[23])\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner = ""]) =>
    inner
      .replace(/<[^>]+>/g, "")
      .replaceAll("&amp;", "&")
      .replaceAll("&#x27;", "'")
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase(),
  );
}

/** The specified sections of each page, letter for letter. */
const sections: readonly [page: string, words: readonly string[]][] = [
  [
    paths.home,
    ["instant help", "platform design", "trust and safety", "the hub", "community", "download"],
  ],
  [
    paths.families,
    [
      "lower care costs",
      "care from anywhere",
      "unified hub",
      "safety",
      "caregiver wellness and community",
      "download",
    ],
  ],
  [
    paths.caregivers,
    ["control", "ai documentation", "non-care tasks to providers", "wellness", "download"],
  ],
  [
    paths.providers,
    ["earnings", "transparency", "schedule", "payouts", "respected work", "support", "download"],
  ],
  [
    paths.carePlus,
    [
      "on-demand caregivers",
      "24/7 support",
      "collaboration hub",
      "complete privacy control",
      "effortless information share",
      "health and support",
      "prices",
      "download",
    ],
  ],
  [paths.pro, ["benefits", "how it works", "plans", "compare", "what providers say", "download"]],
  [
    paths.platform,
    [
      ...[brand.apps.main, brand.apps.caregiver, brand.apps.provider].map(({ name }) =>
        name.toLowerCase(),
      ),
      "how the apps work together",
      "trust and safety",
      "prices",
      "download",
    ],
  ],
  [paths.investors, ["fuel innovation", "expand our reach", "grow our team", "become an investor"]],
  [paths.press, ["news", "press kit", "press contact"]],
];

const expected = sections.flatMap(([page, list]) =>
  list.map((words): [page: string, words: string] => [page, words]),
);

test.each(expected)("%s has a heading that contains: %s", (page, words) => {
  const headings = headingsOf(page);
  expect(
    headings.some((heading) => heading.includes(words)),
    headings.join("\n"),
  ).toBe(true);
});

test.each([
  paths.careGetStarted,
  paths.careIntake,
  paths.careComplete,
  paths.proGetStarted,
  paths.proIntake,
  paths.proComplete,
  paths.login,
  paths.caregiverLogin,
  paths.providerLogin,
])("the document title of %s begins with its heading", (page) => {
  const html = readFileSync(path.resolve("dist/pages", `${fileOf(page)}.html`), "utf8");
  const title = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? "";
  const heading = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "";
  expect(title.startsWith(textIn(heading))).toBe(true);
});
