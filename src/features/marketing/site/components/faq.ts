/** A question and its answer in plain text, shown on the page and in its structured data. */
export interface Question {
  readonly title: string;
  readonly body: string;
}

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
