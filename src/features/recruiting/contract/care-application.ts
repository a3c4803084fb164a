import { fillSteps } from "../../../platform/contract/form-engine/define-steps.ts";
import { required } from "../../../platform/contract/form-engine/rules.ts";
import { stateCodes } from "../../../platform/contract/form-engine/state-codes.ts";
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
  yesNo,
} from "./application-fields.ts";
import { applicationOutlines } from "./application-outlines.ts";

/**
 * Application of a caregiver. Identity, license numbers and background checks come later, never
 * here.
 */
export const careApplication = fillSteps(applicationOutlines.care, {
  experience: [
    {
      fields: [
        {
          name: "yearsExperience",
          kind: "radios",
          label: "How long have you cared for other people?",
          hint: "Caring for your own family counts.",
          autocomplete: "off",
          options: [
            "Not yet",
            "Less than 1 year",
            "1 to 2 years",
            "3 to 5 years",
            "6 years or more",
          ],
          rules: [required("Choose how long you have cared for other people.")],
        },
        {
          name: "careTypes",
          kind: "checkboxes",
          label: "What would you like to help with?",
          hint: "Pick all that fit.",
          autocomplete: "off",
          options: [
            "Company and talk",
            "Cooking and meals",
            "Light housekeeping",
            "Errands",
            "Rides",
            "Bathing and dressing",
            "Memory care",
            "After a hospital stay",
            "Overnight",
          ],
          rules: [required("Choose at least one kind of help.")],
        },
        availability,
      ],
    },
    {
      fields: [
        {
          name: "hasCar",
          kind: "radios",
          label: "Do you have a car for work?",
          autocomplete: "off",
          options: yesNo,
          rules: [required("Tell us whether you have a car for work.")],
        },
        {
          name: "licenseAndInsurance",
          kind: "radios",
          label: "Do you have a valid driver’s license and car insurance?",
          hint: "We never ask for the number here.",
          autocomplete: "off",
          options: yesNo,
          rules: [required("Tell us whether you have a license and insurance.")],
          showIf: { field: "hasCar", is: ["Yes"] },
        },
        travelRadius,
        hoursPerWeek,
        startWhen,
      ],
    },
  ],
  last: [
    {
      fields: [
        {
          name: "applicantType",
          kind: "radios",
          label: "Which fits you best?",
          autocomplete: "off",
          options: ["Professional caregiver", "Family caregiver", "Agency"],
          rules: [],
        },
        {
          name: "credentials",
          kind: "checkboxes",
          label: "Which of these do you have?",
          hint: "CNA is certified nursing assistant, HHA home health aide, PCA personal care aide, LPN licensed practical nurse and RN registered nurse.",
          autocomplete: "off",
          options: ["CNA", "HHA", "PCA", "LPN", "RN", "CPR or first aid"],
          rules: [],
        },
        {
          name: "licenseState",
          kind: "text",
          label: "State of your license",
          hint: "Two letters. Example: CO",
          autocomplete: "off",
          maxLength: 2,
          capitals: true,
          codes: stateCodes,
          rules: [
            { kind: "pattern", pattern: "[A-Z]{2}", message: "Use two letters. Example: CO" },
          ],
          showIf: { field: "credentials", is: ["CNA", "LPN", "RN"] },
        },
        {
          name: "languages",
          kind: "text",
          label: "Which languages do you speak?",
          autocomplete: "off",
          rules: [maxLength("Languages", 200)],
        },
        {
          name: "comfortableWith",
          kind: "checkboxes",
          label: "What are you comfortable with?",
          autocomplete: "off",
          options: ["Pets", "Homes where people smoke", "Lifting 25 pounds", "Lifting 50 pounds"],
          rules: [],
        },
        resume,
        aboutText,
        hearAbout,
      ],
    },
    {
      heading: "Before you send",
      fields: [workAuthorized, ageConfirmed, smsConsent, declinesAdNotes, termsConsent],
    },
  ],
});
