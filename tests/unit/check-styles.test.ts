import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  breakpointFile,
  readCustomMedia,
  resolveCustomMedia,
} from "../../scripts/build/custom-media.ts";
import { inlineConstants, readConstants } from "../../scripts/build/style-constants.ts";
import {
  findRawLengths,
  findRawQueries,
  findSharedMeasures,
  findUndefinedNames,
} from "../../scripts/checks/check-styles.ts";

const queries = [...readCustomMedia(readFileSync(breakpointFile, "utf8"))];
const ofWindows = queries.filter(([name]) => !name.startsWith("--box-"));
const ofContainers = queries.filter(([name]) => name.startsWith("--box-"));

describe("named media queries", () => {
  test("exist for five viewport widths, each as min-width and as below it", () => {
    const from = ofWindows.flatMap(([name, query]) => {
      const width = /^\(min-width: ([\d.]+)rem\)$/.exec(query)?.[1];
      return width ? [{ name, width: Number(width) }] : [];
    });
    expect(from).toHaveLength(5);
    for (const { name, width } of from) {
      const below = new Map(ofWindows).get(name.replace("--from-", "--below-"));
      expect(below).toBe(`(max-width: ${(width - 0.01).toFixed(2)}rem)`);
    }
    expect(ofWindows.filter(([, query]) => query.includes("width"))).toHaveLength(10);
  });

  test("exist for thirteen container widths, one name each", () => {
    const widths = new Map<string, string>();
    for (const [name, query] of ofContainers) {
      const width = /^\((?:min|max)-width: ([\d.]+(?:rem|px))\)$/.exec(query)?.[1] ?? query;
      const size = name.replace(/^--box-(from|below|to)-/, "");
      const whole = name.includes("-below-")
        ? `${Math.round(Number.parseFloat(width) * 100 + 1) / 100}rem`
        : width;
      expect(widths.get(size) ?? whole, name).toBe(whole);
      widths.set(size, whole);
    }
    expect(new Set(widths.values()).size).toBe(14);
    expect(widths.size).toBe(14);
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
  ["a.css", "@container (min-width: 40rem) { a { top: 0; } }"],
  ["a.css", "@container (--box-from-form) and (max-width: 48rem) { a { top: 0; } }"],
  ["a.tsx", 'matchMedia("(max-width: 700px)")'],
  ["a.tsx", "const narrow = `(max-width: \u0024{pixels}rem)`;"],
])("reports an unnamed width in %s: %s", (name, text) => {
  expect(findRawQueries(`src/app/site/${name}`, text)[0]).toContain(breakpointFile);
});

test.each([
  ["a.css", "@media (--from-tablet) and (--tall) { a { width: 4px; } }"],
  ["a.css", "@media print { a { max-width: none; } }"],
  ["a.css", "@container (--box-below-small) { a { top: 0; } }"],
  ["a.tsx", 'const always = "(min-width: 0)";'],
])("accepts in %s: %s", (name, text) => {
  expect(findRawQueries(`src/app/site/${name}`, text)).toEqual([]);
});

const report = (css: string) => findRawLengths("src/web/a.css", `.a { ${css}; }`);

test.each([
  ["padding: 12px 0", "--space", "12px"],
  ["margin-inline: var(--space-8) 16px", "--space", "16px"],
  ["margin-top: -150px", "--space", "-150px"],
  ["gap: clamp(8px, 2vw, var(--space-16))", "--space", "8px"],
  ["scroll-margin-top: 96px", "--space", "96px"],
  ["font-size: 1.3125rem", "--text", "1.3125rem"],
  ["font-size: 3.25rem", "--text", "3.25rem"],
  ["font: 750 18px/1.4 var(--font)", "--text", "18px"],
  ["border-radius: 12px 0", "--r", "12px"],
  ["border-radius: 56px", "--r", "56px"],
  ["border-top: 6px solid var(--ink)", "--edge", "6px"],
  ["outline-offset: -4px", "--edge", "-4px"],
  ["box-shadow: 0 0 0 8px var(--focus-halo)", "--edge", "8px"],
  ["min-height: 48px", "--control", "48px"],
  ["min-height: 420px", "--control", "420px"],
  ["width: 44px", "--size", "44px"],
  ["width: calc(100% - 52px)", "--size", "52px"],
  ["max-width: 560px", "--size", "560px"],
  ["max-width: min(100%, 32rem)", "--size", "32rem"],
  ["inline-size: 20rem", "--size", "20rem"],
  ["background-size: 26px", "--size", "26px"],
  ["flex: 1 1 12rem", "--col", "12rem"],
  ["flex-basis: min(100%, 17.25rem)", "--col", "17.25rem"],
  ["grid-template-columns: minmax(23.75rem, 5fr) 8fr", "--col", "23.75rem"],
  ["top: 96px", "--space", "96px"],
  ["inset: auto 0 26px", "--space", "26px"],
  ["transform: translate(-50%, 12px)", "--space", "12px"],
])("%s must use a token", (css, scale, length) => {
  expect(report(css)).toHaveLength(1);
  expect(report(css)[0]).toContain(`is ${length}; use var(${scale}-`);
});

test.each([
  ["padding: var(--space-12) 2rem", "spacing that follows the text"],
  ["margin: -1px auto 0; border: 2px solid var(--ink); top: 3px", "hairlines"],
  ["font-size: 1.1em; max-width: 24em; height: 2lh", "relative to the text"],
  ["width: 50%; left: 10%", "relative to the container"],
  ["font-size: clamp(1.5rem, 4vw, 2rem)", "a formula of the window"],
  ["min-height: min(120vw, 520px)", "a formula of the window"],
  ["width: min(20px, 5cqi)", "a formula of the container"],
  ["--middle: 110px; top: var(--middle)", "a measure of this module alone"],
  ["/* 40px: two steps */ color: red", "a comment"],
])("%s is fine: %s", (css) => {
  expect(report(css)).toEqual([]);
});

test("tokens.css may define lengths", () => {
  expect(findRawLengths("src/platform/site/ui/tokens.css", ":root { padding: 8px; }")).toEqual([]);
});

test("a length that two modules define must be in tokens.css", () => {
  const css = (name: string) => `.a { --${name}: 110px; --edge: 2px; top: var(--${name}); }`;
  const texts = new Map([
    ["src/web/a.css", css("middle")],
    ["src/web/b.css", css("overlap")],
  ]);
  expect(findSharedMeasures(texts)).toEqual([
    "src/web/a.css, src/web/b.css: share 110px; name it in src/platform/site/ui/tokens.css",
  ]);
  texts.delete("src/web/b.css");
  expect(findSharedMeasures(texts)).toEqual([]);
});

test("a build replaces tokens that are a single length with that length", () => {
  const constants = readConstants(":root {\n  --size: 4px; /* note */\n  --t: min(1rem, 5vw);\n}");
  expect([...constants]).toEqual([["--size", "4px"]]);
  const css = "a { top: calc(-1 * var(--size)); width: var(--t); }";
  expect(inlineConstants(css, constants)).toBe("a { top: calc(-1 * 4px); width: var(--t); }");
  expect(() => inlineConstants("a { --size: 5px; }", constants)).toThrow("--size is a constant");
});

test("reports a custom property that no style defines", () => {
  const texts = new Map([
    ["src/web/a.css", "a { top: var(--size-7); left: var(--none, 0); color: var(--ink); }"],
    ["src/web/b.css", ":root { --ink: black; }"],
  ]);
  expect(findUndefinedNames(texts)).toEqual(["src/web/a.css: no style defines var(--size-7)"]);
  texts.set("src/web/c.css", ":root { --size-7: 7px; }");
  expect(findUndefinedNames(texts)).toEqual([]);
});
