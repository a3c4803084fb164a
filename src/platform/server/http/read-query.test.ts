import { expect, test } from "vitest";
import { queryOf, singleValueOf } from "./read-query.ts";

test("reads the query of a URL", () => {
  expect([...queryOf({ url: "/jobs?zip=80202&name=Ruth+Day%21" })]).toEqual([
    ["zip", "80202"],
    ["name", "Ruth Day!"],
  ]);
  expect([...queryOf({ url: "/jobs" })]).toEqual([]);
});

test("reads a value only if its name occurs once", () => {
  const query = queryOf({ url: "/jobs?zip=80202&name=&after=1&after=2" });
  expect(["zip", "name", "after", "sort"].map((name) => singleValueOf(query, name))).toEqual([
    "80202",
    "",
    undefined,
    undefined,
  ]);
});
