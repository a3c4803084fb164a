import { expect, test } from "vitest";
import { toCsvHeader, toCsvLine, WrittenNumber } from "./csv.ts";

// The characters are written out: importing the pattern would hide a character missing from it.
test.each([
  ["=1+1", "'=1+1"],
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

const mark = "\u200B";
test.each([
  ["+1 303 555 0134"],
  ["(303) 555-0134"],
  ["3035550134"],
  ["0012345678"],
  ["12345E67"],
  ["12e+4"],
  ["23456789"],
  ["02134"],
  ["80302-1234"],
  ["1/2"],
  ["3-4-2026"],
  ["10:30"],
  ["MAY2026"],
  ["3-Jun"],
  ["1,024"],
  ["$5"],
  ["50%"],
  [["12"]],
])("a text that a spreadsheet would change stays text, invisibly: %j", (cell) => {
  const [written, end] = [toCsvLine([cell]), "\r\n"];
  expect(written.replaceAll('"', "")).toBe(`${mark}${cell}${end}`);
});

test("the header has the mark of UTF-8, and names the zone of times", () => {
  const header = toCsvHeader(["name", "sent"], ["sent"]);
  expect(Buffer.from(header).toString("hex")).toMatch(/^efbbbf/);
  expect(header).toBe("\uFEFFname,sent (America/Denver)\r\n");
  const summer = new Date("2026-07-01T02:30:00.400Z");
  expect(toCsvLine([summer, new Date("2026-12-01T02:30:00Z")])).toBe(
    "2026-06-30T20:30:00-06:00,2026-11-30T19:30:00-07:00\r\n",
  );
});

test.each([
  ["a=1", "a=1"],
  ["May", "May"],
  ["May 1, 2026", '"May 1, 2026"'],
  ["2026-05-01", "2026-05-01"],
  ["T74C3PYM", "T74C3PYM"],
  [new WrittenNumber("24.50"), "24.50"],
  [7, "7"],
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
