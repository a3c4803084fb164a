import { expect, test } from "vitest";
import { toTextBlocks } from "./text-blocks.ts";

test("a short text is one block", () => {
  expect(toTextBlocks("\n  Hello.\n", [])).toEqual([{ look: "own", text: "  Hello.", start: 0 }]);
  expect(toTextBlocks("", [])).toEqual([]);
});

test("quotes are blocks of their own, in their places", () => {
  const text = "Yes.\n\n> A?\n\nNo.\n> B?";
  const quotes = [
    [6, 11],
    [16, 20],
  ] as const;
  expect(toTextBlocks(text, quotes).map(({ look, text: part }) => [look, part])).toEqual([
    ["own", "Yes."],
    ["quoted", "> A?"],
    ["own", "No."],
    ["quoted", "> B?"],
  ]);
});

test.each([
  ["lines", "a\n".repeat(500)],
  ["words", "word ".repeat(2000)],
  ["one word", "a".repeat(9000)],
])("what is longer than a screen follows as one block: %s", (_name, text) => {
  const blocks = toTextBlocks(text, []);
  expect(blocks.map(({ look }) => look)).toEqual(["own", "more"]);
  expect(blocks[0]?.text.length).toBeLessThanOrEqual(2000);
  expect(
    blocks
      .map((block) => block.text)
      .join("")
      .replaceAll(/\s/g, ""),
  ).toBe(text.replaceAll(/\s/g, ""));
});

test("phone numbers keep their order in right-to-left text, and only there", () => {
  const [arabic] = toTextBlocks("رقمي 303-555-0142 أو +1 (303) 555 0143.", []);
  const [english] = toTextBlocks("It is 303-555-0142.", []);
  expect(arabic?.text).toBe("رقمي \u2066303-555-0142\u2069 أو \u2066+1 (303) 555 0143\u2069.");
  expect(english?.text).toBe("It is 303-555-0142.");
});

test("quotes beyond a screen are part of the rest", () => {
  const text = `${"word ".repeat(1000)}\n> quote\n`;
  expect(toTextBlocks(text, [[5001, text.length]]).map(({ look }) => look)).toEqual([
    "own",
    "more",
  ]);
});
