import { expect, test } from "vitest";
import { toCsvLine } from "./csv.ts";

// The characters are written out: importing the pattern would hide a character missing from it.
test.each([
  ["=1+1", "'=1+1"],
  ["+1 303 555 0134", "'+1 303 555 0134"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1+1", "'\t=1+1"],
  ["\r=1+1", `"'\r=1+1"`],
  ["\n=1+1", `"'\n=1+1"`],
  ["\uff1d1+1", "'\uff1d1+1"],
  ["\uff0b1", "'\uff0b1"],
  ["\uff0d1", "'\uff0d1"],
  ["\uff20SUM(A1)", "'\uff20SUM(A1)"],
  [["=1", "b"], `"'=1,b"`],
])("a cell that a spreadsheet would run as a formula becomes text: %j", (cell, written) => {
  expect(toCsvLine(["a", cell, "b"])).toBe(`a,${written},b\r\n`);
});

test.each([
  ["a=1", "a=1"],
  ["", ""],
  [null, ""],
  [undefined, ""],
  [-5.5, "-5.5"],
  [true, "true"],
  ["a,b", '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ["a\rb", '"a\rb"'],
  ["a\nb", '"a\nb"'],
  [{ a: "=1" }, '"{""a"":""=1""}"'],
])("other cells stay unchanged, quoted if needed (RFC 4180): %j", (cell, written) => {
  expect(toCsvLine([cell, "b"])).toBe(`${written},b\r\n`);
});
