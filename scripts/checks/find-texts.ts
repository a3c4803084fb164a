import { parseSync } from "vite";

interface Text {
  readonly line: number;
  readonly text: string;
}

/**
 * Strings and JSX texts of a source file that people may read: those with a space, or that begin with a
 * capital letter. Comments, names and values such as "to-confirm" are not among them.
 */
export function findTexts(file: string, source: string): Text[] {
  const found: Text[] = [];
  visit(parseSync(file, source).program, (start, text) => {
    if (/^[A-Z]|\s/.test(text.trim())) {
      found.push({ line: source.slice(0, start).split("\n").length, text });
    }
  });
  return found;
}

function visit(node: unknown, add: (start: number, text: string) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, add);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  const { type, start, value } = node as { type?: string; start?: number; value?: unknown };
  if (start !== undefined) {
    if ((type === "Literal" || type === "JSXText") && typeof value === "string") add(start, value);
    if (type === "TemplateElement") add(start, (value as { cooked: string | null }).cooked ?? "");
  }
  for (const child of Object.values(node)) visit(child, add);
}
