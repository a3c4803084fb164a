import { expect, test } from "vitest";
import { findLeft, findNew, replaceRows, uniqueRows } from "./merge-rows.ts";

const row = (reference: string, version = 1) => ({ reference, version });
const rows = (...references: string[]) => references.map((reference) => row(reference));

test("a changed row stays in its place", () => {
  expect(replaceRows(rows("A", "B", "C"), [row("B", 2), row("D")])).toEqual([
    row("A"),
    row("B", 2),
    row("C"),
  ]);
});

test("a late response does not restore an older state", () => {
  expect(replaceRows([row("A", 3)], [row("A", 2)])).toEqual([row("A", 3)]);
});

test("a record that moved between two pages is shown once", () => {
  expect(uniqueRows([...rows("A", "B"), row("A", 2), ...rows("C")])).toEqual(rows("A", "B", "C"));
});

test("new records are those that the list does not contain", () => {
  expect(findNew(rows("C", "A", "B"), rows("A", "B"), false)).toEqual(["C"]);
});

test("records that moved up from the next page are not new", () => {
  expect(findNew(rows("B", "Z"), rows("A", "B"), true)).toEqual([]);
  expect(findNew(rows("C", "B", "Z"), rows("A", "B"), true)).toEqual(["C"]);
});

test("shown records that a complete list lacks have left it", () => {
  expect(findLeft(rows("B"), rows("A", "B", "C"), false)).toEqual(["A", "C"]);
});

test("records pushed to the next page have not left the list", () => {
  expect(findLeft(rows("Z", "B", "C"), rows("A", "B", "C", "D"), true)).toEqual(["A"]);
  expect(findLeft([], rows("A"), true)).toEqual([]);
});
