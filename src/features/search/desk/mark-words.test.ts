import { expect, test } from "vitest";
import { markWords } from "./mark-words.ts";

/** The text with what is marked in brackets. */
function mark(text: string, typed: string): string {
  return markWords(text, typed)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join("");
}

test.each([
  ["Ray Whitfield", "whit", "Ray [Whit]field"],
  ["Paint the white fence", "WHITE fence", "Paint the [white] [fence]"],
  ["Snow-White", "white", "Snow-[White]"],
  ["José Núñez", "jose nunez", "[José] [Núñez]"],
  ["Sinéad O’Brien", "obrien", "Sinéad [O’Brien]"],
  ["carl.whitaker@example.com", "whit", "carl.[whit]aker@example.com"],
  ["303-555-0119, Boulder", "5550119", "303-[555-0119], Boulder"],
  ["303-555-0119", "01", "303-555-[01]19"],
  ["Nothing here", "whit", "Nothing here"],
])("in “%s”, “%s” marks %s", (text, typed, expected) => {
  expect(mark(text, typed)).toBe(expected);
});
