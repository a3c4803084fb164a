import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** Defines the design tokens, as custom properties. */
export const tokenFile = "src/platform/site/ui/tokens.css";
const definition = /^\s*(--[\w-]+):\s*([\d.]+(?:px|rem));/gm;
const use = /var\((--[\w-]+)\)/g;

/** Tokens whose value is one fixed length, by name. */
export function readConstants(css: string): ReadonlyMap<string, string> {
  return new Map([...css.matchAll(definition)].map(([, name = "", length = ""]) => [name, length]));
}

/**
 * Replaces each constant with its length.
 * @throws Error if these styles redefine a constant, which would have no effect
 */
export function inlineConstants(css: string, constants: ReadonlyMap<string, string>): string {
  for (const [, name = ""] of css.matchAll(/(?<![\w-])(--[\w-]+):/g)) {
    if (constants.has(name)) throw new Error(`${name} is a constant of ${tokenFile}`);
  }
  return css.replace(use, (whole, name: string) => constants.get(name) ?? whole);
}

/** Inlines tokens that never change, so that pages do not carry their definitions. */
export function styleConstants(): Plugin {
  const file = path.resolve(import.meta.dirname, "../..", tokenFile);
  const constants = readConstants(readFileSync(file, "utf8"));
  return {
    name: "style-constants",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.css$/ },
      handler: (code, id) => {
        const styles = path.resolve(id) === file ? code.replace(definition, "") : code;
        return { code: inlineConstants(styles, constants), map: null };
      },
    },
  };
}
