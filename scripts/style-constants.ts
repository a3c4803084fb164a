import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** Where lengths get their names, as custom properties. */
export const tokenFile = "src/web/ui/tokens.css";
const definition = /^\s*(--[\w-]+):\s*([\d.]+(?:px|rem));/gm;
const use = /var\((--[\w-]+)\)/g;

/** The tokens that are one fixed length each, by name. */
export function readConstants(css: string): ReadonlyMap<string, string> {
  return new Map([...css.matchAll(definition)].map(([, name = "", length = ""]) => [name, length]));
}

/**
 * Puts the length in the place of each constant.
 * @throws Error for a constant that these styles define anew, which would have no effect
 */
export function inlineConstants(css: string, constants: ReadonlyMap<string, string>): string {
  for (const [, name = ""] of css.matchAll(/(?<![\w-])(--[\w-]+):/g)) {
    if (constants.has(name)) throw new Error(`${name} is a constant of ${tokenFile}`);
  }
  return css.replace(use, (whole, name: string) => constants.get(name) ?? whole);
}

/** Saves each page the definitions of lengths that never change. */
export function styleConstants(): Plugin {
  const file = path.resolve(import.meta.dirname, "..", tokenFile);
  const constants = readConstants(readFileSync(file, "utf8"));
  return {
    name: "style-constants",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/(web|desk|gallery)\/.*\.css$/ },
      handler: (code, id) => {
        const styles = path.resolve(id) === file ? code.replace(definition, "") : code;
        return { code: inlineConstants(styles, constants), map: null };
      },
    },
  };
}
