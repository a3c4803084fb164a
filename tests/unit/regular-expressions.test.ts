import { globSync, readFileSync } from "node:fs";
import { analyse } from "scslre";
import { parseAst } from "vite";
import { expect, test } from "vitest";

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

interface SyntaxNode {
  readonly type?: string;
  readonly start?: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly SyntaxNode[];
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

/** Replaces interpolated values, most of which are lengths. */
const placeholder = "9";

/** Every regular expression in a file. */
function readExpressions(file: string): Expression[] {
  const text = readFileSync(file, "utf8");
  const found: Expression[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as SyntaxNode;
    const line = text.slice(0, node.start ?? 0).split("\n").length;
    const place = `${file}:${line}`;
    if (node.type === "Literal" && node.regex) {
      found.push({ place, source: node.regex.pattern, flags: node.regex.flags });
      return;
    }
    if (/^(New|Call)Expression$/.test(node.type ?? "") && node.callee?.name === "RegExp") {
      const [pattern, flags] = node.arguments ?? [];
      const source = textOf(pattern);
      if (source === undefined) throw new Error(`${place}: write the expression's text here.`);
      found.push({ place, source, flags: textOf(flags) ?? "" });
    }
    for (const child of Object.values(value)) walk(child);
  };
  walk(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }));
  return found;
}

function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.quasis) return node.quasis.map(({ value }) => value.cooked).join(placeholder);
  return typeof node?.value === "string" ? node.value : undefined;
}

/** Reasons why an expression may take more than linear time, found by scslre. */
function findSlowPatterns({ source, flags }: Pick<Expression, "source" | "flags">): string[] {
  const { reports } = analyse({ source, flags });
  return reports.map(({ type, exponential }) => `${type}${exponential ? ", exponential" : ""}`);
}

const files = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
const expressions = files.flatMap(readExpressions);

test("finds literal and constructed regular expressions", () => {
  expect(expressions.length).toBeGreaterThan(80);
  expect(expressions.some(({ source }) => source.includes(`{${placeholder},${placeholder}}`))).toBe(
    true,
  );
});

test.each([
  ["\\/+$", "Move"],
  ["^(\\w+\\s?)*$", "exponential"],
  ["^\\s*\\w*\\s*\\w*!$", "Trade"],
])("reports %s as slow", (source, way) => {
  expect(findSlowPatterns({ source, flags: "" }).join()).toContain(way);
});

/** Untrusted text of 16,000 characters must not block the server. */
test("no regular expression takes more than linear time", () => {
  const slow = expressions
    .map((expression) => ({ ...expression, ways: findSlowPatterns(expression) }))
    .filter(({ ways }) => ways.length > 0);
  expect(slow.map(({ place, source, ways }) => `${place} /${source}/ ${ways}`)).toEqual([]);
});
