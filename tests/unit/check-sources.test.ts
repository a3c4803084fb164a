import { expect, test } from "vitest";
import { findRawSpacing } from "../../scripts/check-sources.ts";

test.each([
  [".a { padding: 12px 0; }", "padding is 12px"],
  [".a { margin-inline: var(--space-8) 16px; }", "margin-inline is 16px"],
  [".a { gap: clamp(8px, 2vw, var(--space-16)); }", "gap is 8px"],
])("%s is told", (css, message) => {
  expect(findRawSpacing("src/web/a.css", css)[0]).toContain(message);
});

test.each([
  [".a { padding: var(--space-12) 2rem; margin: -1px auto 0; }", "tokens, rem and hairlines"],
  [".a { margin-top: -150px; }", "places in drawings"],
  [".a { width: 44px; border-gap: 8px; --pad: 7px; }", "other properties"],
])("%s is fine: %s", (css) => {
  expect(findRawSpacing("src/web/a.css", css)).toEqual([]);
});

test("tokens.css may define the scale", () => {
  expect(findRawSpacing("src/web/ui/tokens.css", ":root { padding: 8px; }")).toEqual([]);
});
