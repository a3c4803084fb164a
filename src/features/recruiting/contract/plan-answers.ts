import type { Track } from "./recruiting-endpoints.ts";

/** Answers to "which plan" by the value of `?plan=`. */
export const planAnswers: Readonly<Record<string, string>> = {
  payg: "Pay-As-You-Go",
  monthly: "Monthly",
  annual: "Annual",
};

/** The value if it names a plan, else ""; only providers have plans. */
export function findPlan(track: Track, word: string): string {
  return track === "pro" && Object.hasOwn(planAnswers, word) ? word : "";
}
