import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./check-sources.ts";
import { breakpointFile } from "./custom-media.ts";

const tokenFile = "src/web/ui/tokens.css";
const source = /^src\/(web|gallery)\/.*\.(css|tsx?)$/;

/**
 * Rules of styles that no tool checks: media queries of sizes by name, spacing from the scale.
 * @returns one line for each error
 */
export function checkStyles(root: string): string[] {
  return listFiles(root)
    .filter((file) => source.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return [...findRawQueries(file, text), ...findRawSpacing(file, text)];
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
