import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = new URL("./", import.meta.url);
const entries = readdirSync(folder);
const drawings = entries.filter((name) => name.endsWith(".svg"));
const modules = entries.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const camel = (name: string) =>
  name.replace(".svg", "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const idsOf = (svg: string) => [...svg.matchAll(/ id="([^"]*)"/g)].map((found) => found[1] ?? "");

describe.each(drawings)("%s", (name) => {
  const svg = read(name);
  const root = svg.slice(0, svg.indexOf(">") + 1);

  test("has a viewBox and no fixed size", () => {
    expect(root).toMatch(/ viewBox="-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+"/);
    expect(root).not.toMatch(/ (width|height)=/);
  });

  test("has no text, scripts, CSS variables or references to other files", () => {
    expect(svg).not.toMatch(/<(text|script|image|foreignObject|use)\b/);
    expect(svg).not.toContain("var(");
    expect(svg).not.toMatch(/href=|@import|url\((?!#)/);
    expect(svg).not.toMatch(/\son\w+=/);
  });

  test("has ids prefixed with its name, and a target for every reference", () => {
    const ids = idsOf(svg);
    const prefix = `${name.replace(".svg", "")}-`;
    expect(ids.filter((id) => !id.startsWith(prefix))).toEqual([]);
    const wanted = [...svg.matchAll(/url\(#([^)]+)\)/g)].map((found) => found[1] ?? "");
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("is smaller than 60 kB", () => {
    expect(Buffer.byteLength(svg)).toBeLessThan(60_000);
  });

  test("is still for readers who prefer reduced motion", () => {
    const style = /<style>(.*?)<\/style>/s.exec(svg)?.[1] ?? "";
    const outside = style.replace(/^@media \(prefers-reduced-motion:no-preference\)\{.*?\}\}/s, "");
    expect(outside).not.toContain("animation");
    if (name.includes("-still")) expect(svg).not.toContain("<style");
  });
});

test("animations inside a file run in steps, because each frame draws the whole file", () => {
  const animations = drawings.flatMap((name) => read(name).match(/\banimation:[^;}]*/g) ?? []);
  expect(animations.length).toBeGreaterThan(0);
  expect(animations.filter((animation) => !animation.includes("steps("))).toEqual([]);
});

test("ids are unique across all files", () => {
  const ids = drawings.flatMap((name) => idsOf(read(name)));
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

describe.each(modules)("%s", (module) => {
  const source = read(module);
  const imports = [...source.matchAll(/^import (\w+) from "\.\/([\w-]+\.svg)";$/gm)];

  test.each(imports.map((found) => [found[2] ?? "", found[1] ?? ""]))(
    "exports %s with the size of its viewBox",
    (name, local) => {
      expect(drawings).toContain(name);
      const [, width, height] = / viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"/.exec(read(name)) ?? [];
      const flat = source.replace(/\s+/g, " ").replaceAll(", }", " }");
      const sized = `export const ${camel(name)}: PictureFile = { src: ${local}, width: ${width}, height: ${height}`;
      expect(flat.replace(/, ground: "\w+"/g, "")).toContain(`${sized} };`);
    },
  );
});

test("every drawing is exported exactly once", () => {
  const all = modules.map(read).join("\n");
  const exported = [...all.matchAll(/export const (\w+): PictureFile/g)].map((found) => found[1]);
  expect(exported.sort()).toEqual(drawings.map(camel).sort());
});
