import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineSteps, type StepForm } from "../../../platform/contract/form-engine/define-steps.ts";
import { aboutYou } from "./about-you.ts";
import type { Track } from "./recruiting-endpoints.ts";

const texts = { submitLabel: "Send my application", failure: saveFailed } as const;

const last = {
  id: "last",
  heading: "Last questions",
  intro: "A few extras, and what you agree to. About two minutes.",
  groups: [],
} as const;

/**
 * The steps of the applications, with the questions of the first step only: what its page needs
 * until somebody continues.
 */
export const applicationOutlines: Readonly<Record<Track, StepForm>> = {
  care: defineSteps({ ...texts, collection: "CareApplications" }, [
    aboutYou,
    {
      id: "experience",
      heading: "Experience and availability",
      intro: "A few questions about you, then your week. About four minutes.",
      groups: [],
    },
    last,
  ]),
  pro: defineSteps({ ...texts, collection: "ProApplications" }, [
    aboutYou,
    {
      id: "work",
      heading: "Your work",
      intro: "Who you are, and what you would like to do. About two minutes.",
      groups: [],
    },
    {
      id: "week",
      heading: "Your week",
      intro: "When you could work, and how far you would go. About two minutes.",
      groups: [],
    },
    last,
  ]),
};
