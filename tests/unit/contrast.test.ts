import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const source = readFileSync("src/platform/site/ui/tokens.css", "utf8");
const [standard = "", more = ""] = source.split("@media (prefers-contrast: more)");

/** Text needs 7:1 (WCAG 1.4.6); rules, borders and the focus ring 3:1 (1.4.11). */
const forText = 7;
const forShapes = 3;

const fields = ["paper", "paper-2", "white", "marigold", "marigold-2", "rose", "rose-2"].concat([
  "sage",
  "sage-2",
  "blue",
  "blue-2",
  "error-field",
]);

/** Each color with its backgrounds and minimum contrast. */
const pairs: readonly (readonly [string, readonly string[], number])[] = [
  ["ink", fields, forText],
  ["ink-2", ["paper", "paper-2", "white"], forText],
  ["muted", ["paper", "paper-2", "white"], forText],
  ["paper", ["ink", "ink-2", "ink-deep", "night"], forText],
  ["error", ["paper", "white", "error-field"], forText],
  ["ok", ["white", "paper", "sage-2"], forText],
  ["line", ["paper", "white"], forShapes],
  ["focus", fields, forShapes],
  ["focus-halo", ["ink", "ink-2", "ink-deep", "night"], forShapes],
];

function readTokens(css: string): Map<string, string> {
  const found = css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/gi);
  return new Map([...found].map(([, name = "", color = ""]) => [name, color]));
}

/** Relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const standardColors = readTokens(standard);
const highContrastColors = new Map([...standardColors, ...readTokens(more)]);

describe.each([
  ["standard colors", standardColors],
  ["more contrast", highContrastColors],
])("%s", (_, tokens) => {
  const color = (name: string) => {
    const value = tokens.get(name);
    if (!value) throw new Error(`tokens.css has no color --${name}.`);
    return value;
  };

  test.for(pairs)("%s", ([foreground, backgrounds, min]) => {
    const weak = backgrounds
      .map((background) => ({ background, ratio: contrast(color(foreground), color(background)) }))
      .filter(({ ratio }) => ratio < min);
    expect(weak).toEqual([]);
  });
});

test("the ratios in the comments are correct", () => {
  const wrong = standard.split("\n").flatMap((line) => {
    const own = /--([\w-]+): #/.exec(line)?.[1];
    const comment = line.split("/*")[1] ?? "";
    const claims = [
      ...[...comment.matchAll(/(\w+) on it ([\d.]+)/g)].map(([, name, said]) => [name, said]),
      ...[...comment.matchAll(/ink (?:on it )?([\d.]+)/g)].map(([, said]) => ["ink", said]),
      ...[...comment.matchAll(/\bon (paper|white|sage-2) ([\d.]+)/g)].map(([, n, said]) => [
        n,
        said,
      ]),
    ];
    return claims.flatMap(([name = "", said]) => {
      const ratio = contrast(standardColors.get(own ?? "") ?? "", standardColors.get(name) ?? "");
      return Math.abs(ratio - Number(said)) > 0.06
        ? [`--${own}: ${name} ${said}, is ${ratio}`]
        : [];
    });
  });
  expect(wrong).toEqual([]);
});
