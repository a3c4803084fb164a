import { expect, test } from "vitest";
import { findFeatureWords } from "./check-words.ts";

test.each([
  ["a comment", "/** Résumés of applicants. */", ["Résumé", "applicant"]],
  ["a name", "const careTalrooIntake = listmonkUrl;", ["Talroo", "listmonk"]],
  ["a table", 'db.selectFrom("newsletter_subscribers")', ["newsletter"]],
])("finds the words of features in %s", (_name, text, words) => {
  expect(findFeatureWords(text)).toEqual(words);
});

test("accepts other words", () => {
  expect(findFeatureWords("await listTables(db); await list(db); resume(draft);")).toEqual([]);
});
