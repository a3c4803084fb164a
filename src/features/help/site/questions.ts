import { type Article, plainLines } from "../contract/articles.ts";
import { article as applyCare } from "../questions/apply-care.md";
import { article as applyPro } from "../questions/apply-pro.md";
import { article as platform } from "../questions/platform.md";
import { article as providers } from "../questions/providers.md";

/** A question and its answer in plain text, shown on the page and in its structured data. */
export interface Question {
  readonly title: string;
  readonly body: string;
}

function toQuestions({ sections }: Article): Question[] {
  return sections.map((section) => ({
    title: section.title,
    body: plainLines(section).join(" "),
  }));
}

export const platformQuestions: readonly Question[] = toQuestions(platform);
export const providerQuestions: readonly Question[] = toQuestions(providers);
export const careQuestions: readonly Question[] = toQuestions(applyCare);
export const proQuestions: readonly Question[] = toQuestions(applyPro);
