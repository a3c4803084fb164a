import { expect, test } from "vitest";
import { closedMarket, trackNames } from "../../contract/endpoints/recruiting.ts";
import { applicationErrors, resumeLost } from "../../contract/errors/application-errors.ts";
import { fieldsOf } from "../../contract/form-engine/define-steps.ts";
import { applicationForms } from "../../contract/forms/application-forms.ts";
import { consents } from "../../contract/forms/consents.ts";
import { waitlistForm } from "../../contract/forms/waitlist.ts";
import { promises } from "./get-started/promises.ts";
import { nextSteps } from "./parts/next-steps.ts";

/** School years that a reader needs at most (issue of the funnels). */
const highestGrade = 8;

/** Sounds of a word, counted by its groups of vowels; a final silent "e" is none. */
function countSyllables(word: string): number {
  const silent = word.toLowerCase().replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "");
  return Math.max(1, silent.match(/[aeiouy]+/g)?.length ?? 0);
}

/** Grade of Flesch and Kincaid: long sentences and long words make it rise. */
function gradeOf(sentences: readonly string[]): number {
  const words = sentences.flatMap((text) => text.match(/[\p{L}’]+/gu) ?? []);
  const ends = sentences.flatMap((text) => text.split(/[.?!:;]\s|[.?!]$/).filter(Boolean));
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0);
  return 0.39 * (words.length / ends.length) + 11.8 * (syllables / words.length) - 15.59;
}

test("the measure knows easy words from hard ones", () => {
  expect(gradeOf(["The cat sat on the mat. It was warm there."])).toBeLessThan(2);
  expect(
    gradeOf([
      "Notwithstanding prior representations, applicants acknowledge organizational verification requirements.",
    ]),
  ).toBeGreaterThan(14);
});

test.each(trackNames)("the first page of %s reads at grade 8 or below", (track) => {
  const { title, lead, conditions, requirements, questions } = promises[track];
  const sentences = [
    title,
    lead,
    conditions,
    ...requirements.map(({ text }) => text),
    ...questions.flatMap(({ title: question, body }) => [question, String(body)]),
    ...nextSteps[track].map(({ text }) => text),
    waitlistForm.success.text,
    waitlistForm.unreachable,
    consents.waitlist.text,
    closedMarket,
  ];
  expect(gradeOf(sentences)).toBeLessThanOrEqual(highestGrade);
});

test.each(trackNames)("every step of %s reads at grade 8 or below", (track) => {
  for (const step of applicationForms[track].steps) {
    const asked = fieldsOf(step).flatMap(({ label, hint = "", rules }) => [
      label,
      hint,
      ...rules.map(({ message }) => message),
    ]);
    const sentences = [
      step.heading,
      step.intro,
      ...asked,
      applicationErrors["resume-too-large"].message,
      applicationErrors["resume-unreadable"].message,
      resumeLost,
    ];
    expect(gradeOf(sentences.filter(Boolean)), step.id).toBeLessThanOrEqual(highestGrade);
  }
});
