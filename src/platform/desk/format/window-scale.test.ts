import { expect, test } from "vitest";
import { countWindows, findWindowScale } from "./window-scale.ts";

test("one window counts one as long as no house has too many windows", () => {
  expect(findWindowScale(0, 12)).toBe(1);
  expect(findWindowScale(12, 12)).toBe(1);
  expect(findWindowScale(13, 12)).toBe(2);
  expect(findWindowScale(60, 12)).toBe(5);
  expect(findWindowScale(61, 12)).toBe(10);
  expect(findWindowScale(40_000, 12)).toBe(5000);
});

test("zero has no window, and a small number has one", () => {
  expect([0, 1, 24, 25, 100].map((value) => countWindows(value, 50))).toEqual([0, 1, 1, 1, 2]);
});
