import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./check-sources.ts";
import { breakpointFile } from "./custom-media.ts";

const tokenFile = "src/web/ui/tokens.css";
const source = /^src\/(web|gallery)\/.*\.(css|tsx?)$/;

/**
 * Rules of styles that no tool checks: media queries of sizes by name; spacing, type, corners,
 * edges and controls from tokens.css.
 * @returns one line for each error
 */
export function checkStyles(root: string): string[] {
  return listFiles(root)
    .filter((file) => source.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return [
        ...findRawQueries(file, text),
        ...findRawSpacing(file, text),
        ...findRawSizes(file, text),
      ];
    });
}

const mediaRule = /@media[^{]*/g;
/** In components, such as the media of a picture; a width of 0 means always. */
const mediaText = /["'`][^"'`\n]*\((?:min-|max-)?(?:width|height)\s*[:<>=]+\s*[1-9$][^"'`\n]*/g;
const sizeFeature = /(?<!device-)\b(?:min-|max-)?(?:width|height|inline-size|block-size)\b/;

/**
 * Media queries that give the size of a window in numbers. Container queries may: they tell where
 * one component's own content stops fitting.
 */
export function findRawQueries(file: string, text: string): string[] {
  if (file === breakpointFile) return [];
  const queries = file.endsWith(".css") ? text.match(mediaRule) : text.match(mediaText);
  return (queries ?? [])
    .filter((query) => sizeFeature.test(query.replace(/\(--[\w-]+\)/g, "")))
    .map((query) => `${file}: ${query.trim()}; use a name of ${breakpointFile}`);
}

const spacing = /(?<![\w-])((?:margin|padding|gap|row-gap|column-gap)(?:-[a-z-]+)?):\s([^;}]+)/g;
/** A length up to this is a hairline, in pixels. */
const maxHairline = 3;
/** A length above this is a position in a drawing, not spacing. */
const maxSpacing = 96;

/** Margins, paddings and gaps in pixels that are not on the scale of tokens.css. */
export function findRawSpacing(file: string, text: string): string[] {
  if (!file.endsWith(".css") || file === tokenFile) return [];
  return [...text.matchAll(spacing)].flatMap(([, property = "", value = ""]) =>
    [...value.matchAll(/([\d.]+)px/g)]
      .filter(([, pixels]) => Number(pixels) > maxHairline && Number(pixels) <= maxSpacing)
      .map(([length]) => `${file}: ${property} is ${length}; use var(--space-…) of tokens.css`),
  );
}

/** Properties whose lengths are tokens, and above which length one drawing has its own, in pixels. */
const sizes = [
  { property: /^font(-size)?$/, token: "--text", max: 26 },
  { property: /^border-([a-z-]+-)?radius$/, token: "--r", max: 28 },
  { property: /^(border(?!-spacing)|outline|box-shadow)/, token: "--edge", max: 96 },
  { property: /^min-height$/, token: "--control", max: 96 },
] as const;
const declaration = /(?<![\w-])([a-z-]+):\s([^;{}]+);/g;
/** A size that follows the window or the text around it is no step of a scale. */
const fluid = /\b(?:clamp|min|max)\(/;
const remPixels = 16;

/** Sizes of type, corners, edges and controls in px or rem that are not tokens of tokens.css. */
export function findRawSizes(file: string, text: string): string[] {
  if (!file.endsWith(".css") || file === tokenFile) return [];
  return [...text.matchAll(declaration)].flatMap(([, property = "", value = ""]) => {
    const rule = sizes.find((it) => it.property.test(property));
    if (!rule || fluid.test(value)) return [];
    return [...value.matchAll(/(?<![\w-])-?([\d.]+)(px|rem)\b/g)]
      .filter(([, length, unit]) => {
        const pixels = Number(length) * (unit === "rem" ? remPixels : 1);
        return pixels > maxHairline && pixels <= rule.max;
      })
      .map(
        ([length]) => `${file}: ${property} is ${length}; use var(${rule.token}-…) of tokens.css`,
      );
  });
}
