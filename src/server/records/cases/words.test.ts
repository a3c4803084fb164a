import { expect, test } from "vitest";
import { searchWords, splitWords } from "./words.ts";

test("an email address or an ID is searched as one word, however much of it is typed", () => {
  const words = splitWords(
    "Héléne (helen.brandt+desk@example.com), TW-4O07-1L9Q, a well-known street",
  );
  expect(words).toEqual([
    "helene",
    "helen",
    "brandt",
    "desk",
    "example",
    "com",
    "helenbrandtdeskexamplecom",
    "tw",
    "4o07",
    "1l9q",
    "tw4o071l9q",
    "a",
    "well",
    "known",
    "street",
  ]);
  const finds = (text: string) =>
    searchWords(text).every((sought) => words.some((word) => word.startsWith(sought)));
  for (const text of [
    "helen.brandt+desk@example.com",
    "TW-4O07-1L9Q",
    "TW4O071L9Q",
    "Well-known",
  ]) {
    for (let length = 1; length <= text.length; length += 1) {
      expect(finds(text.slice(0, length)), text.slice(0, length)).toBe(true);
    }
  }
  expect(["example", "brandt", "1L9Q", "Hélène street"].every(finds)).toBe(true);
  expect(["otis@example.com", "TW-4O08", "brandt@example.com"].some(finds)).toBe(false);
  expect(searchWords("helen@example.com TW-4O07")).toEqual(["helenexamplecom", "tw4o07"]);
});
