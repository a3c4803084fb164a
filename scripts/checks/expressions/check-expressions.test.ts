import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { findSlowParts } from "./check-expressions.ts";
import { placeholder, readExpressions } from "./read-expressions.ts";

test("finds literal and constructed regular expressions", () => {
  const files = globSync("src/platform/contract/**/*.ts");
  const expressions = files.flatMap(readExpressions);
  expect(expressions.length).toBeGreaterThan(20);
  expect(expressions.some(({ source }) => source.includes(`{${placeholder},${placeholder}}`))).toBe(
    true,
  );
});

test.each([
  ["\\/+$", "", "Move"],
  ["^(\\w+\\s?)*$", "", "exponential"],
  ["^\\s*\\w*\\s*\\w*!$", "", "Trade"],
  // A repeated word instead of a repeated character.
  ["<(style|script)\\b[\\s\\S]*?<\\/\\1>", "gi", "slow on"],
  ["<style[^>]*>", "g", "slow on"],
  ["\\bOn\\b.*wrote:", "s", "slow on"],
  ["(?:begin )[a-z ]+end", "", "slow on"],
])("reports /%s/%s as slow", (source, flags, way) => {
  expect(findSlowParts({ source, flags }).join()).toContain(way);
});

test.each([
  ["^[^@]+@[^@]+$", ""],
  ["<[^<>]{0,200}>", "g"],
  ["[\\w-]+", "g"],
])("accepts /%s/%s", (source, flags) => {
  expect(findSlowParts({ source, flags })).toEqual([]);
});
