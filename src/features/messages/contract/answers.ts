/**
 * How a message stands with its first answer. "overdue": open, and an answer is owed, also a later
 * one; "without-reply": closed as done although nobody answered; "none": nothing is to say.
 */
export type AnswerOutcome = "in-time" | "late" | "overdue" | "without-reply" | "none";

export const answerOutcomeNames: Readonly<Record<AnswerOutcome, string>> = {
  "in-time": "In time",
  late: "Late",
  overdue: "Overdue",
  "without-reply": "Closed without reply",
  none: "",
};
