import type { Question } from "../../../help/site/questions.ts";

/** Structured data (schema.org FAQPage) for the questions of one page. */
export function faqPage(questions: readonly Question[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ title, body }) => ({
      "@type": "Question",
      name: title,
      acceptedAnswer: { "@type": "Answer", text: body },
    })),
  };
}
