import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** Defines the named media queries, with `@custom-media`. */
export const breakpointFile = "src/platform/site/ui/breakpoints.css";
const definition = /@custom-media\s+(--[\w-]+)\s+([^;]+);/g;
/** A name in place of a query; `var(--name)` does not match. */
const use = /(?<![\w-])\((--[\w-]+)\)/g;

/** Media queries by name, as `breakpoints.css` defines them. */
export function readCustomMedia(css: string): ReadonlyMap<string, string> {
  return new Map([...css.matchAll(definition)].map(([, name = "", query = ""]) => [name, query]));
}

/**
 * Replaces named media queries with their definitions.
 * @throws Error for an undefined name
 */
export function resolveCustomMedia(code: string, queries: ReadonlyMap<string, string>): string {
  return code.replace(use, (_, name: string) => {
    const query = queries.get(name);
    if (!query) throw new Error(`${breakpointFile} does not define ${name}`);
    return query;
  });
}

/**
 * Lets styles and components use the media queries of `breakpoints.css` by name, which no browser
 * supports yet (Media Queries 5, section 3).
 */
export function customMedia(): Plugin {
  const file = path.resolve(import.meta.dirname, "../..", breakpointFile);
  const queries = readCustomMedia(readFileSync(file, "utf8"));
  return {
    name: "custom-media",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.(css|tsx)$/ },
      handler: (code) => ({ code: resolveCustomMedia(code, queries), map: null }),
    },
  };
}
