import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findRawQueries, findRawSizes, findRawSpacing } from "../../scripts/check-styles.ts";
import { breakpointFile, readCustomMedia, resolveCustomMedia } from "../../scripts/custom-media.ts";

const queries = readCustomMedia(readFileSync(breakpointFile, "utf8"));

describe("named media queries", () => {
  test("have five widths, each with windows from it and below it", () => {
    const from = [...queries].flatMap(([name, query]) => {
      const width = /^\(min-width: ([\d.]+)rem\)$/.exec(query)?.[1];
      return width ? [{ name, width: Number(width) }] : [];
    });
    expect(from).toHaveLength(5);
    for (const { name, width } of from) {
      const below = queries.get(name.replace("--from-", "--below-"));
      expect(below).toBe(`(max-width: ${(width - 0.01).toFixed(2)}rem)`);
    }
    expect([...queries.values()].filter((query) => query.includes("width"))).toHaveLength(10);
  });

  test("are resolved in styles and components", () => {
    const known = new Map([["--from-tablet", "(min-width: 40rem)"]]);
    const css = "@media print, (--from-tablet) { a { color: var(--from-tablet); } }";
    expect(resolveCustomMedia(css, known)).toBe(
      "@media print, (min-width: 40rem) { a { color: var(--from-tablet); } }",
    );
    expect(() => resolveCustomMedia("@media (--from-moon) {}", known)).toThrow("--from-moon");
  });
});

test.each([
  ["a.css", "@media (min-width: 40rem) { a { top: 0; } }"],
  ["a.css", "@media (--tall) and (width < 480px) { a { top: 0; } }"],
  ["a.css", "@media (max-height: 40rem) { a { top: 0; } }"],
  ["a.tsx", 'matchMedia("(max-width: 700px)")'],
  ["a.tsx", "const narrow = `(max-width: \u0024{pixels}rem)`;"],
])("reports a width without a name in %s: %s", (name, text) => {
  expect(findRawQueries(`src/web/${name}`, text)[0]).toContain(breakpointFile);
});

test.each([
  ["a.css", "@media (--from-tablet) and (--tall) { a { width: 4px; } }"],
  ["a.css", "@media print { a { max-width: none; } }"],
  ["a.css", "@container (max-width: 15rem) { a { top: 0; } }"],
  ["a.tsx", 'const always = "(min-width: 0)";'],
])("accepts in %s: %s", (name, text) => {
  expect(findRawQueries(`src/web/${name}`, text)).toEqual([]);
});

test.each([
  [".a { padding: 12px 0; }", "padding is 12px"],
  [".a { margin-inline: var(--space-8) 16px; }", "margin-inline is 16px"],
  [".a { gap: clamp(8px, 2vw, var(--space-16)); }", "gap is 8px"],
])("reports %s", (css, message) => {
  expect(findRawSpacing("src/web/a.css", css)[0]).toContain(message);
});

test.each([
  [".a { padding: var(--space-12) 2rem; margin: -1px auto 0; }", "tokens, rem and hairlines"],
  [".a { margin-top: -150px; }", "places in drawings"],
  [".a { width: 44px; border-gap: 8px; --pad: 7px; }", "other properties"],
])("accepts %s: %s", (css) => {
  expect(findRawSpacing("src/web/a.css", css)).toEqual([]);
});

test("tokens.css may define the scale", () => {
  expect(findRawSpacing("src/web/ui/tokens.css", ":root { padding: 8px; }")).toEqual([]);
});

test.each([
  ["font-size: 1.3125rem", "--text"],
  ["font: 750 18px/1.4 var(--font)", "--text"],
  ["border-radius: 12px 12px 0 0", "--r"],
  ["border-top: 6px solid var(--ink)", "--edge"],
  ["outline-offset: -4px", "--edge"],
  ["box-shadow: 0 0 0 8px var(--focus-halo)", "--edge"],
  ["min-height: 48px", "--control"],
])("%s must use a token", (css, token) => {
  expect(findRawSizes("src/web/a.css", `.a { ${css}; }`)[0]).toContain(`var(${token}-`);
});

test.each([
  ["font-size: 1.1em", "relative to the text"],
  ["font-size: clamp(1.5rem, 4vw, 2rem)", "fluid"],
  ["font-size: 3.25rem", "the title of one picture"],
  ["border: 2px solid var(--ink)", "a hairline"],
  ["border-radius: 56px", "the shape of a drawing"],
  ["min-height: 420px", "the height of a picture"],
  ["width: 44px", "another property"],
])("%s is fine: %s", (css) => {
  expect(findRawSizes("src/web/a.css", `.a { ${css}; }`)).toEqual([]);
});
