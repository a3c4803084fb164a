import { answerPromise, type Track } from "../../../contract/endpoints/recruiting.ts";

/** Steps after an application with their timing; shown before and after submitting. */
export const nextSteps: Readonly<
  Record<Track, readonly { readonly label: string; readonly text: string }[]>
> = {
  care: [
    { label: "Today", text: "You get an email with your reference." },
    {
      label: "2 days",
      text: answerPromise,
    },
    {
      label: "1 week",
      text: "You verify your ID, and we run a background check, as we do for all who work here.",
    },
    { label: "Then", text: "You pick your hours and your first clients." },
  ],
  pro: [
    { label: "Today", text: "You get an email with your reference." },
    {
      label: "2 days",
      text: answerPromise,
    },
    {
      label: "1 week",
      text: "You verify your ID, and we run a background check, as we do for all who work here.",
    },
    {
      label: "Then",
      text: "You take your first job. Say no to any job you do not want.",
    },
  ],
};
