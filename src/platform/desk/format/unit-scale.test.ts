import { expect, test } from "vitest";
import { countUnits, findUnitScale } from "./unit-scale.ts";

test("one unit counts one as long as no column has too many units", () => {
  expect(findUnitScale(0, 12)).toBe(1);
  expect(findUnitScale(12, 12)).toBe(1);
  expect(findUnitScale(13, 12)).toBe(2);
  expect(findUnitScale(60, 12)).toBe(5);
  expect(findUnitScale(61, 12)).toBe(10);
  expect(findUnitScale(40_000, 12)).toBe(5000);
});

test("zero has no unit, and a small number has one", () => {
  expect([0, 1, 24, 25, 100].map((value) => countUnits(value, 50))).toEqual([0, 1, 1, 1, 2]);
});
