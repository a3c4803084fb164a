import { expect, test } from "vitest";
import { findMentions, insertMention, mentionOf, mentionStart } from "./mentions.ts";

const imani = { id: "1", name: "Imani Bell", roles: [] };
const paul = { id: "2", name: "Paul Ewing", roles: [] };
const paula = { id: "3", name: "Paul Eastman", roles: [] };

test("two staff members with the same short name are mentioned by their full names", () => {
  expect(mentionOf(imani, [imani, paul])).toBe("@Imani B.");
  expect(mentionOf(paul, [imani, paul, paula])).toBe("@Paul Ewing");
});

test("a note mentions whom its text names", () => {
  expect(findMentions("@Imani B. please ask @Paul Ewing", [imani, paul, paula])).toEqual([
    "1",
    "2",
  ]);
  expect(findMentions("imani.b@example.com", [imani])).toEqual([]);
});

test("a mention starts with @ at the beginning of a word", () => {
  expect(mentionStart("Hello @Im", 9)).toBe("im");
  expect(mentionStart("@", 1)).toBe("");
  expect(mentionStart("helen@exa", 9)).toBeUndefined();
  expect(mentionStart("Hello @Im", 5)).toBeUndefined();
});

test("a chosen mention replaces what was typed", () => {
  expect(insertMention("Hello @Im and more", 9, "@Imani B.")).toEqual({
    text: "Hello @Imani B.  and more",
    caret: 16,
  });
});
