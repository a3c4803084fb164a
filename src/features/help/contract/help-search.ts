/** Query names of the help pages. */
export const helpQuery = { search: "q", answered: "answered" } as const;

/** Where the question at the end of an article posts. */
export const answerPath = "/help/answers";
export const answerNames = { article: "article", answer: "answer" } as const;
export const answerAnchor = "answer";

export type Answer = "yes" | "no";

export function readAnswer(text: unknown): Answer | undefined {
  return text === "yes" || text === "no" ? text : undefined;
}

/** Longer queries are cut, in characters. */
export const maxQueryLength = 100;

/** Text with the words that were looked for. */
export type Marked = readonly (string | { readonly mark: string })[];

export interface HelpHit {
  readonly path: string;
  readonly title: Marked;
  readonly text: Marked;
}

export interface HelpSearch {
  readonly query: string;
  readonly hits: readonly HelpHit[];
}

/** Collection of the states of the help pages; they store nothing. */
export const helpCollection = "Help";

/** `FormState.step` of these pages. */
export const helpSteps = { empty: "empty", failed: "failed", yes: "yes", no: "no" } as const;

declare module "../../../platform/contract/form-engine/submission.ts" {
  interface FormState {
    readonly help?: HelpSearch;
  }
}
