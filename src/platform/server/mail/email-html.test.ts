import { expect, test } from "vitest";
import { findHtmlErrors } from "../../../../tests/support/strict-html.ts";
import { composeEmail } from "./compose.ts";

const parts = {
  lines: ["Plain words", "Signs: <b>&amp; \"quoted\" & 'single'</b>\nand a second line"],
  button: { label: "Open & look", url: 'https://example.com/?a=1&b="2"<3>' },
  otherLink: { label: "This was <not> me", url: "https://example.com/?a=1&b=2" },
  footnote: "If it was <not> you & yours, do nothing.",
};

test.each([
  ["words only", { lines: parts.lines }],
  ["a button", { lines: parts.lines, button: parts.button }],
  ["a footnote", { lines: parts.lines, footnote: parts.footnote }],
  ["all parts", parts],
  ["no words", { lines: [] }],
])("an email with %s is valid HTML without duplicate attributes", (_name, words) => {
  const draft = { kind: "test", recipient: "ruth@example.com", subject: "A <subject> & more" };
  expect(findHtmlErrors(composeEmail({ ...draft, ...words }).html)).toEqual([]);
});

test.each([
  ['<!doctype html><p style="a" style="b">x</p>', "style twice"],
  ["<!doctype html><p><b>x</p></b>", "closes"],
  ["<!doctype html><p>a & b</p>", "loose sign"],
  ["<!doctype html><p", "no tag"],
  ["<!doctype html><p>", "never closed"],
])("the HTML check of this test detects errors in %s", (html, error) => {
  expect(findHtmlErrors(html).join()).toContain(error);
});
