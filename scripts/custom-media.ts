import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** Where media queries get their names, with `@custom-media`. */
export const breakpointFile = "src/web/ui/breakpoints.css";
const definition = /@custom-media\s+(--[\w-]+)\s+([^;]+);/g;
/** A name in the place of a query; `var(--name)` is something else. */
const use = /(?<![\w-])\((--[\w-]+)\)/g;

/** Media queries by name, as `breakpoints.css` defines them. */
export function readCustomMedia(css: string): ReadonlyMap<string, string> {
  return new Map([...css.matchAll(definition)].map(([, name = "", query = ""]) => [name, query]));
}

/**
 * Replaces the names of media queries by the queries.
 * @throws Error for a name that is not defined
 */
export function resolveCustomMedia(code: string, queries: ReadonlyMap<string, string>): string {
  return code.replace(use, (_, name: string) => {
    const query = queries.get(name);
    if (!query) throw new Error(`${breakpointFile} does not define ${name}`);
    return query;
  });
}

/**
 * Lets styles and components name the media queries of `breakpoints.css`, which no browser does
 * yet (Media Queries 5, section 3).
 */
export function customMedia(): Plugin {
  const file = path.resolve(import.meta.dirname, "..", breakpointFile);
  const queries = readCustomMedia(readFileSync(file, "utf8"));
  return {
    name: "custom-media",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/(web|desk|gallery)\/.*\.(css|tsx)$/ },
      handler: (code) => ({ code: resolveCustomMedia(code, queries), map: null }),
    },
  };
}
