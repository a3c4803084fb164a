import { expect, test } from "vitest";
import { applicationPath, readAddress } from "./application-query.ts";

const read = (query: string) => readAddress(new URLSearchParams(query));

test("an address says how applications are shown and which", () => {
  expect(read("track=care&market=802&other=1")).toEqual({
    view: "board",
    filter: { track: "care", market: "802" },
  });
  expect(read("as=list").view).toBe("list");
  // The board shows stages: a search and a status need the list.
  expect(read("q=denise").view).toBe("list");
  expect(read("status=hired").view).toBe("list");
});

test("an address that was read is written the same", () => {
  for (const query of ["", "?as=list", "?as=list&track=pro&q=a+b", "?market=802&sort=oldest"]) {
    const path = `/desk/applications/M4RT82KD${query}`;
    expect(applicationPath("M4RT82KD", read(query.slice(1)))).toBe(path);
  }
});
