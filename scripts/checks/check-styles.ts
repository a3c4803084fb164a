import { readFileSync } from "node:fs";
import path from "node:path";
import { breakpointFile } from "../build/custom-media.ts";
import { tokenFile } from "../build/style-constants.ts";
import { listFiles } from "./check-sources.ts";

const source = /^src\/(?:(?:app|platform)|features\/[^/]+)\/(?:site|desk|gallery)\/.*\.(css|tsx?)$/;

/**
 * Style rules that no linter checks: named size queries, and lengths from tokens.css.
 * @returns one line for each error
 */
export function checkStyles(root: string): string[] {
  const texts = new Map(
    listFiles(root)
      .filter((file) => source.test(file))
      .map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
  );
  return [
    ...[...texts].flatMap(([file, text]) => [
      ...findRawQueries(file, text),
      ...findRawLengths(file, text),
    ]),
    ...findSharedMeasures(texts),
    ...findUndefinedNames(texts),
  ];
}

const queryRule = /@(?:media|container)[^{]*/g;
/** Media queries in components, such as of a picture's sources; a width of 0 means always. */
const mediaText = /["'`][^"'`\n]*\((?:min-|max-)?(?:width|height)\s*[:<>=]+\s*[1-9$][^"'`\n]*/g;
const sizeFeature = /(?<!device-)\b(?:min-|max-)?(?:width|height|inline-size|block-size)\b/;

/** Media and container queries with a literal size. */
export function findRawQueries(file: string, text: string): string[] {
  if (file === breakpointFile) return [];
  const queries = file.endsWith(".css") ? text.match(queryRule) : text.match(mediaText);
  return (queries ?? [])
    .filter((query) => sizeFeature.test(query.replace(/\(--[\w-]+\)/g, "")))
    .map((query) => `${file}: ${query.trim()}; use a name of ${breakpointFile}`);
}

/** A length up to this is a hairline, in pixels. */
const maxHairline = 3;
/** The largest step of the spacing scale, in pixels. */
const maxSpacing = 96;
const remPixels = 16;
const comment = /\/\*[\s\S]*?\*\//g;
const declaration = /(?<![\w-])(-{0,2}[a-z][a-z\d-]*):\s([^;{}]+);/g;
const lengths = /(?<![\w.-])-?([\d.]+)(px|rem)\b/g;
const spacing = /^(?:scroll-)?(?:margin|padding)|gap$/;
/** Units of the viewport or the container; such lengths belong to no scale. */
const fluid = /\d(?:[dls]?v(?:w|h|max|min)|cq(?:w|h|i|b))\b/;
/** Prefix of the tokens to use, by property. */
const scales = [
  [/^font/, "--text"],
  [/radius$/, "--r"],
  [/^(border(?!-spacing)|outline|box-shadow|text-decoration)/, "--edge"],
  [/^min-height$/, "--control"],
  [/^(flex|grid|columns?)/, "--col"],
  [/^(width|height|inline-size|block-size|max-|min-|background)/, "--size"],
  [/^/, "--space"],
] as const;

/**
 * Lengths in px or rem that are not tokens of tokens.css. Exempt: hairlines, lengths relative to
 * the viewport, and spacing in rem, which follows the text. A length that only one module uses is
 * a custom property there.
 */
export function findRawLengths(file: string, text: string): string[] {
  if (!file.endsWith(".css") || file === tokenFile || file === breakpointFile) return [];
  return readDeclarations(text).flatMap(({ property, value }) => {
    if (property.startsWith("--")) return [];
    const isSpacing = spacing.test(property);
    const isFluid = fluid.test(value);
    const [, scale] = scales.find(([properties]) => properties.test(property)) ?? [];
    return [...value.matchAll(lengths)]
      .filter(([, length, unit]) => {
        if (isSpacing && unit === "rem") return false;
        const pixels = toPixels(length, unit);
        if (isFluid && !(isSpacing && pixels <= maxSpacing)) return false;
        return pixels > maxHairline;
      })
      .map(
        ([length]) =>
          `${file}: ${property} is ${length}; use var(${isSpacing ? "--space" : scale}-…) of tokens.css`,
      );
  });
}

/** Lengths that two or more modules define as their own custom properties. */
export function findSharedMeasures(texts: ReadonlyMap<string, string>): string[] {
  const users = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    if (!file.endsWith(".css") || file === tokenFile) continue;
    for (const { property, value } of readDeclarations(text)) {
      const [whole, length, unit] = /^([\d.]+)(px|rem)$/.exec(value) ?? [];
      if (!property.startsWith("--") || !whole || toPixels(length, unit) <= maxHairline) continue;
      users.set(whole, (users.get(whole) ?? new Set()).add(file));
    }
  }
  return [...users]
    .filter(([, files]) => files.size > 1)
    .map(([length, files]) => `${[...files].join(", ")}: share ${length}; name it in ${tokenFile}`);
}

/** Custom properties that are used without a fallback but defined nowhere. */
export function findUndefinedNames(texts: ReadonlyMap<string, string>): string[] {
  const styles = [...texts].filter(([file]) => file.endsWith(".css"));
  const defined = new Set(
    styles.flatMap(([, text]) => readDeclarations(text).map(({ property }) => property)),
  );
  return styles.flatMap(([file, text]) =>
    [...text.replace(comment, "").matchAll(/var\((--[\w-]+)\)/g)]
      .filter(([, name = ""]) => !defined.has(name))
      .map(([use]) => `${file}: no style defines ${use}`),
  );
}

function readDeclarations(css: string): { readonly property: string; readonly value: string }[] {
  return [...css.replace(comment, "").matchAll(declaration)].map(
    ([, property = "", value = ""]) => ({ property, value }),
  );
}

function toPixels(length = "", unit = ""): number {
  return Number(length) * (unit === "rem" ? remPixels : 1);
}
