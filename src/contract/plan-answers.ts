/** Answers to "which plan" by the word in `?plan=`. */
export const planAnswers: Readonly<Record<string, string>> = {
  payg: "Pay-As-You-Go",
  monthly: "Monthly",
  annual: "Annual",
};
