import { expect, test } from "vitest";
import { measureText, plainText } from "./segments.ts";

test.each([
  ["", 0, 160, 0],
  ["Sam comes at 4, ok?", 19, 160, 1],
  ["a".repeat(160), 160, 160, 1],
  ["a".repeat(161), 161, 306, 2],
  ["a".repeat(306), 306, 306, 2],
  ["a".repeat(307), 307, 459, 3],
  // Two places each: the last of a part would be split.
  ["€".repeat(80), 160, 160, 1],
  ["€".repeat(81), 162, 306, 2],
  [`${"a".repeat(152)}€${"a".repeat(10)}`, 164, 306, 2],
  // Spanish letters outside the alphabet, and emoji.
  ["¿Mañana?", 8, 160, 1],
  ["Él está aquí", 12, 70, 1],
  ["👍".repeat(35), 70, 70, 1],
  ["👍".repeat(36), 72, 134, 2],
])("%j takes %i of %i places in %i parts", (text, used, of, parts) => {
  const { wide: _, ...length } = measureText(text);
  expect(length).toEqual({ used, of, parts });
});

test("characters that make a text longer are named once", () => {
  expect(measureText("ok 👍👍 á").wide).toEqual(["👍", "á"]);
});

test("typographic signs are sent as the plain ones and take one place", () => {
  expect(plainText("“It’s 4 – 5…”\u00a0ok")).toBe('"It\'s 4 - 5..." ok');
  expect(measureText("It’s 4 – 5").of).toBe(160);
});
