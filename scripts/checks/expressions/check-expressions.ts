import { globSync } from "node:fs";
import path from "node:path";
import { analyse } from "scslre";
import { findSlowText } from "./attack.ts";
import { type Expression, readExpressions } from "./read-expressions.ts";

/** Expressions that may be slow, by their text, with the reason why no outside text reaches them. */
const allowed: Readonly<Record<string, string>> = {};

/** Reasons why an expression may take more than linear time. */
export function findSlowParts(expression: Pick<Expression, "source" | "flags">): string[] {
  const { reports } = analyse(expression);
  if (reports.length > 0) {
    return reports.map(({ type, exponential }) => `${type}${exponential ? ", exponential" : ""}`);
  }
  const text = findSlowText(expression);
  return text === undefined ? [] : [`slow on ${JSON.stringify(text)}, repeated`];
}

/**
 * Checks that no regular expression of src takes more than linear time: a stranger's text of some
 * megabytes would stop the server.
 * @param root the repository's folder
 */
export function checkExpressions(root: string): string[] {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const expressions = files.flatMap((file) => readExpressions(path.join(root, file)));
  const slow = expressions.flatMap((expression) => {
    if (Object.hasOwn(allowed, expression.source)) return [];
    const parts = findSlowParts(expression);
    const place = path.relative(root, expression.place);
    return parts.length === 0 ? [] : [`${place}: /${expression.source}/ ${parts.join("; ")}`];
  });
  const sources = new Set(expressions.map(({ source }) => source));
  const unused = Object.keys(allowed).filter((source) => !sources.has(source));
  return [...slow, ...unused.map((source) => `no longer in src, but allowed: /${source}/`)];
}
