import { expect, test } from "vitest";
import { applicationPath, readAddress } from "./application-query.ts";

const read = (query: string) => readAddress(new URLSearchParams(query));

test("reads the view and the filter from the URL", () => {
  expect(read("track=care&market=802&other=1")).toEqual({
    view: "board",
    filter: { track: "care", market: "802" },
  });
  expect(read("as=list").view).toBe("list");
  // The board shows stages: a search and a status need the list.
  expect(read("q=denise").view).toBe("list");
  expect(read("status=hired").view).toBe("list");
});

test("formats a parsed URL unchanged", () => {
  for (const query of ["", "?as=list", "?as=list&track=pro&q=a+b", "?market=802&sort=oldest"]) {
    const path = `/desk/applications/M4RT82KD${query}`;
    expect(applicationPath("M4RT82KD", read(query.slice(1)))).toBe(path);
  }
});
