import { expect, test } from "vitest";
import { countDeaths, restartDelayMs } from "./back-off.ts";

test("the first death has no delay; deaths in a row have a delay of up to 30 s", () => {
  expect([1, 2, 3, 6, 7, 100].map(restartDelayMs)).toEqual([0, 1000, 2000, 16_000, 30_000, 30_000]);
});

test("a worker that lived a minute resets the count", () => {
  expect(countDeaths(5, 59_999)).toBe(6);
  expect(countDeaths(5, 60_000)).toBe(1);
});
