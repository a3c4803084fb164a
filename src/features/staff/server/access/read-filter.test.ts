import { expect, test } from "vitest";
import { readFilterTexts } from "./read-filter.ts";

const read = (text: string) => readFilterTexts(new URLSearchParams(text), ["q", "market"], 5);

test("reads known names of a query", () => {
  expect(read("q=ruth&market=&page=2")).toEqual({ q: "ruth" });
  expect(read("")).toEqual({});
});

test.each(["q=ruth&q=ruth", "market=&market=", "q=helena", "q=%00"])("rejects %s", (text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ body: expect.objectContaining({ code: "malformed" }) }),
  );
});
