import { expect, test } from "vitest";
import { facts } from "../facts.ts";
import { findCode, stateCodes } from "./state-codes.ts";

const codeOf = (text: string) => findCode(stateCodes, text, facts.stateLength);

test.each([
  [" Colorado", "CO"],
  ["new  york\n", "NY"],
  ["Washington, D.C.", "DC"],
  [" co ", "CO"],
  ["D.C.", "DC"],
  ["", undefined],
  ["  ", undefined],
  ["Ontario", undefined],
  ["CO 80202", undefined],
  ["constructor", undefined],
])("%j pasted as a state becomes %j", (text, code) => {
  expect(codeOf(text)).toBe(code);
});

test("every code has two letters, and only the district's has two names", () => {
  const codes = Object.values(stateCodes.byName);
  expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  expect(codes.length - new Set(codes).size).toBe(1);
  expect(new Set(codes).size).toBe(56);
});
