import { expect, test } from "vitest";
import { foldQuotes } from "./fold-quotes.ts";

test.each([
  ["It is a Pixel.\n\nOn Mon, Nov 23, 2026 at 9:12 AM Support <a@b.c> wrote:\n> Which phone?", ""],
  [
    "It is a Pixel.\r\n\r\nOn Mon, Nov 23, 2026 at 9:12 AM Support\r\n<a@b.c> wrote:\r\n\r\n> x",
    "",
  ],
  ["It is a Pixel.\n\n-----Original Message-----\nFrom: Support\nWhich phone?", ""],
  ["It is a Pixel.\n________________________________\nFrom: Support", ""],
  ["It is a Pixel.\n\nSent from my iPhone\n\n> On Nov 23", ""],
  ["It is a Pixel.\n-- \nHelen", ""],
  ["> Which phone?\nIt is a Pixel.\n> And when?\nMonday.", "\nMonday."],
  ["It is a Pixel.", ""],
])("keeps what somebody wrote: %j", (text, more) => {
  expect(foldQuotes(text)).toBe(`It is a Pixel.${more}`);
});
