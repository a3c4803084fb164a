import { expect, test } from "vitest";
import { initialOf } from "./customer.ts";

test.each([
  ["ruth", "R"],
  [" Éva", "É"],
  ["\u202Emarcus", "M"],
  ["(Bo) Smith", "B"],
  ["שרה", "ש"],
  ["👵", "👵"],
  ["", "?"],
])("of %j the drawn letter is %j", (name, letter) => {
  expect(initialOf(name)).toBe(letter);
});
