import { brand } from "../../../brand.ts";
import { facts, formatPrice, nonMemberKeepsPercent } from "../../../platform/contract/facts.ts";
import { careQuestions, proQuestions, type Question } from "../../help/site/questions.ts";
import type { Track } from "../contract/recruiting-endpoints.ts";
import { applyingTime } from "./track-text.ts";

const { adultAge } = facts.legal;
const { oldestVehicleYear, rideshareAge } = facts.application;
const { commission, pro } = facts;

interface Promises {
  readonly title: string;
  readonly lead: string;
  readonly description: string;
  readonly conditions: string;
  readonly requirements: readonly { readonly term: string; readonly text: string }[];
  readonly questions: readonly Question[];
}

const check = {
  term: "A background check later",
  text: "And you verify your ID. Both come after we have talked, and you agree to each one first.",
};
const mayWork = {
  term: "May work in the United States",
  text: "We check this only if you move forward.",
};

export const promises: Readonly<Record<Track, Promises>> = {
  care: {
    title: "Choose your hours. Care for people.",
    lead: "Pick the visits that fit your week. The app writes the first draft of your reports.",
    description: `Work as a caregiver with ${brand.name}: choose your hours and your clients. What we ask for, what happens next, and how to apply in ${applyingTime}.`,
    conditions:
      "How many visits you are offered depends on where you live, what you can do and when you are free. Pay for each visit is shown before you say yes.",
    requirements: [
      { term: `${adultAge} or older`, text: "No upper age limit." },
      mayWork,
      { term: "A phone", text: "The app runs on it. It does not have to be new." },
      check,
    ],
    questions: careQuestions,
  },
  pro: {
    title: "Drive, fix or fetch. Keep what you earn.",
    lead: `Rides, tasks and deliveries in one app. Keep ${nonMemberKeepsPercent}% of each job without a monthly fee, or 100% with ${brand.pro}.`,
    description: `Work as a provider with ${brand.name}: rides, tasks and deliveries in one app, and you choose every job. What we ask for, what happens next, and how to apply in ${applyingTime}.`,
    conditions: `Without a plan we take ${commission.nonMemberPercent}% of each finished job. ${brand.pro} costs ${formatPrice(pro.monthlyCents)} a month or ${formatPrice(pro.annualCents)} a year and takes nothing from your jobs. How many jobs you are offered depends on where and when you work. Payouts are same-day or next-day.`,
    requirements: [
      { term: `${adultAge} or older`, text: `${rideshareAge} or older if you drive passengers.` },
      mayWork,
      {
        term: "Your own vehicle, if you drive",
        text: `With a valid license, registration and insurance. To drive passengers you need four doors and a model year of ${oldestVehicleYear} or later.`,
      },
      check,
    ],
    questions: proQuestions,
  },
};
