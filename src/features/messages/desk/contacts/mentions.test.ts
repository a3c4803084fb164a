import { expect, test } from "vitest";
import type { StaffRole } from "../../../../platform/contract/desk/roles.ts";
import { findMentions, insertMention, mentionOf, mentionStart } from "./mentions.ts";
import { readNamed } from "./named-coworkers.ts";

const roles: readonly StaffRole[] = ["agent"];
const imani = { id: "1", name: "Imani Bell", roles };
const paul = { id: "2", name: "Paul Ewing", roles };
const paula = { id: "3", name: "Paul Eastman", roles };
const jose = { id: "4", name: "José Ángel O'Neil", roles };
const staff = [imani, paul, paula, jose];

/** Ids of those who get an email, or the words that are in doubt. */
function named(text: string, ownId = "") {
  const { people, doubts } = readNamed(text, staff, ownId, () => true);
  return [...people.map(({ id }) => id), ...doubts];
}

test("two staff members with the same short name are mentioned by their full names", () => {
  expect(mentionOf(imani, [imani, paul])).toBe("@Imani B.");
  expect(mentionOf(paul, staff)).toBe("@Paul Ewing");
});

test.each([
  ["@Imani B. please ask @Paul Ewing", ["1", "2"]],
  ["@Imani Bell: call her", ["1"]],
  ["please, @imani, call her", ["1"]],
  ["@IMANI's list", ["1"]],
  ["(@bell)", ["1"]],
  ["@imani.bell?", ["1"]],
  ["@ImaniBell.", ["1"]],
  ["@imani b can you", ["1"]],
  ["ask @Imani. Then close", ["1"]],
  ["@jose O’Neil", ["4"]],
  ["@Jose\u0301", ["4"]],
  ["@paul eastman", ["3"]],
  ["@Imani and @imani", ["1"]],
  ["imani.b@example.com, 2 @ 5 pm, @5", []],
])("a note mentions whom its text names: %s", (text, ids) => {
  expect(named(text)).toEqual(ids);
});

test.each([
  ["@Imanni", "“@Imanni” is not a coworker’s name."],
  ["@Imanita", "“@Imanita” is not a coworker’s name."],
  ["@Imani-Rose", "“@Imani-Rose” is not a coworker’s name."],
  ["@everyone, look", "“@everyone” is not a coworker’s name."],
  ["@paul", "“@paul” may be Paul Ewing or Paul Eastman: write first and last name."],
])("a mention that reaches no one is told: %s", (text, sentence) => {
  expect(named(text)).toEqual([sentence]);
});

test("authors who name themselves get no email; those who cannot read the record are told", () => {
  expect(named("@Imani", "1")).toEqual([]);
  expect(readNamed("@Imani", staff, "", () => false).doubts).toEqual([
    "Imani Bell has no role that can read this.",
  ]);
});

test("a mention says where it stands", () => {
  expect(findMentions("Ask @imani bell!", staff)).toEqual([
    { start: 4, length: 11, typed: "@imani bell", ids: ["1"] },
  ]);
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
