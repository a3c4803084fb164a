import { facts } from "../../../platform/contract/facts.ts";
import { fillSteps } from "../../../platform/contract/form-engine/define-steps.ts";
import { required } from "../../../platform/contract/form-engine/rules.ts";
import { maxLength } from "./about-you.ts";
import {
  aboutText,
  ageConfirmed,
  availability,
  declinesAdNotes,
  hearAbout,
  hoursPerWeek,
  resume,
  smsConsent,
  startWhen,
  termsConsent,
  travelRadius,
  workAuthorized,
} from "./application-fields.ts";
import { applicationOutlines } from "./application-outlines.ts";
import { planAnswers } from "./plan-answers.ts";
import { business, services, vehicle } from "./provider-fields.ts";

const { rideshareAge } = facts.application;

/**
 * Application of a provider. Identity, bank details and background checks come later, never here.
 */
export const proApplication = fillSteps(applicationOutlines.pro, {
  work: [
    { fields: business },
    { fields: [services] },
    { heading: "Your vehicle", intro: "Only if you would like to drive.", fields: vehicle },
  ],
  week: [{ fields: [availability, travelRadius, hoursPerWeek, startWhen] }],
  last: [
    {
      fields: [
        {
          name: "smartphone",
          kind: "radios",
          label: "Which phone do you use?",
          hint: "Without a smartphone you can still apply. We call you then.",
          autocomplete: "off",
          options: ["iPhone", "Android", "No smartphone"],
          rules: [required("Choose the phone you use.")],
        },
        {
          name: "planInterest",
          kind: "radios",
          label: "Which plan interests you?",
          hint: "You decide later. Nothing is paid here.",
          autocomplete: "off",
          options: Object.values(planAnswers),
          rules: [],
        },
        {
          name: "liftAbility",
          kind: "radios",
          label: "How much can you lift?",
          autocomplete: "off",
          options: ["25 pounds", "50 pounds"],
          rules: [],
        },
        {
          name: "tradeLicenses",
          kind: "text",
          label: "Trade licenses or insurance",
          hint: "What they are for, like “plumbing”. No numbers, please.",
          autocomplete: "off",
          rules: [maxLength("Trade licenses", 200)],
        },
        {
          name: "otherPlatforms",
          kind: "text",
          label: "Other apps you work with",
          autocomplete: "off",
          rules: [maxLength("Other apps", 200)],
        },
        resume,
        aboutText,
        hearAbout,
      ],
    },
    {
      heading: "Before you send",
      fields: [
        workAuthorized,
        ageConfirmed,
        {
          name: "rideshareAgeConfirmed",
          kind: "checkbox",
          label: `I am ${rideshareAge} or older, which is required to drive passengers.`,
          autocomplete: "off",
          rules: [required(`You must be ${rideshareAge} or older to drive passengers.`)],
          showIf: { field: "services", is: ["Rideshare"] },
        },
        smsConsent,
        declinesAdNotes,
        termsConsent,
      ],
    },
  ],
});
