import { answerPromise, type Track } from "../contract/recruiting-endpoints.ts";

interface Step {
  readonly label: string;
  readonly text: string;
}

/** From the email to the checks. What we decide is a condition, never a promise. */
const untilChecked: readonly Step[] = [
  { label: "Today", text: "You get an email with your reference." },
  { label: "2 days", text: answerPromise },
  {
    label: "1 week",
    text: "If we move forward: you verify your ID, and we run a background check, as we do for all who work here.",
  },
];

/** Steps after an application with their timing; shown before and after submitting. */
export const nextSteps: Readonly<Record<Track, readonly Step[]>> = {
  care: [
    ...untilChecked,
    {
      label: "Then",
      text: "If your checks are clear: you pick your hours and your first clients.",
    },
  ],
  pro: [
    ...untilChecked,
    {
      label: "Then",
      text: "If your checks are clear: you take your first job. Say no to any job you do not want.",
    },
  ],
};
