import { expect, test } from "vitest";
import {
  applicationErrors,
  resumeLost,
} from "../../../platform/contract/errors/application-errors.ts";
import { fieldsOf } from "../../../platform/contract/form-engine/define-steps.ts";
import { applicationForms } from "../contract/forms/application-forms.ts";
import { consents } from "../contract/forms/consents.ts";
import { waitlistForm } from "../contract/forms/waitlist.ts";
import { closedMarket, trackNames } from "../contract/recruiting-endpoints.ts";
import { nextSteps } from "./next-steps.ts";
import { promises } from "./promises.ts";

/** Maximum reading grade, in US school years. */
const maxGrade = 8;

/** Syllables of a word: its groups of vowels, without a silent "e" at the end. */
function countSyllables(word: string): number {
  const silent = word.toLowerCase().replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "");
  return Math.max(1, silent.match(/[aeiouy]+/g)?.length ?? 0);
}

/** Flesch-Kincaid grade: rises with long sentences and long words. */
function gradeOf(sentences: readonly string[]): number {
  const words = sentences.flatMap((text) => text.match(/[\p{L}’]+/gu) ?? []);
  const ends = sentences.flatMap((text) => text.split(/[.?!:;]\s|[.?!]$/).filter(Boolean));
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0);
  return 0.39 * (words.length / ends.length) + 11.8 * (syllables / words.length) - 15.59;
}

test("grades an easy sentence low and a hard one high", () => {
  expect(gradeOf(["The cat sat on the mat. It was warm there."])).toBeLessThan(2);
  expect(
    gradeOf([
      "Notwithstanding prior representations, applicants acknowledge organizational verification requirements.",
    ]),
  ).toBeGreaterThan(14);
});

test.each(trackNames)("the first page of %s has reading grade 8 or lower", (track) => {
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
  expect(gradeOf(sentences)).toBeLessThanOrEqual(maxGrade);
});

test.each(trackNames)("every step of %s has reading grade 8 or lower", (track) => {
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
    expect(gradeOf(sentences.filter(Boolean)), step.id).toBeLessThanOrEqual(maxGrade);
  }
});
