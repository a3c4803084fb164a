import { brand } from "../../src/brand.ts";

/** A public form as specified, independent of the code under test. */
export interface SpecForm {
  readonly collection: string;
  readonly heading: string;
  readonly button: string;
  readonly successHeading: string;
  /** Stored fields in order, with example values; the timestamp is last. */
  readonly answers: Readonly<Record<string, string>>;
  /** Non-empty initial values. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Messages of an empty submit, in the order of the form. */
  readonly required: Readonly<Record<string, string>>;
  readonly keepsAnswers?: boolean;
}

const person = { firstName: "Ada", lastName: "O'Brien-Lovelace" };
const personRequired = {
  firstName: "First name is required.",
  lastName: "Last name is required.",
};
const email = "Ada.Lovelace@Example.com";
const emailRequired = { email: "Email is required." };
const phone = "(303) 555-0142";
const { main, caregiver, provider } = brand.apps;

export const specForms: readonly SpecForm[] = [
  {
    collection: "WebSupportRequests",
    heading: "Web Support Portal",
    button: "Submit Help Request",
    successHeading: "Request Received",
    answers: {
      ...person,
      email,
      platform: caregiver.name,
      supportId: "TW-0O1l",
      contactMethod: "In-App Chat",
      details: "The map stays grey.\nSince Monday.",
    },
    defaults: { platform: main.name, contactMethod: "E-mail" },
    required: {
      ...personRequired,
      ...emailRequired,
      supportId: "Support ID is required.",
      details: "Details are required.",
    },
  },
  {
    collection: "ContactForm",
    heading: "Get In Touch",
    button: "Send Message",
    successHeading: "Thank You",
    answers: { name: "Ada Lovelace", phone, email, message: "Hello <b>there</b> & “you” 🌻" },
    defaults: {},
    required: {
      name: "Name is required.",
      ...emailRequired,
      message: "Message is required.",
    },
  },
  {
    collection: "WebFeatureSubmissions",
    heading: "Request a feature",
    button: "Submit Request",
    successHeading: "Thank You",
    answers: { ...person, platform: provider.name, phone, email, featureRequest: "A night mode." },
    defaults: { platform: main.name },
    required: {
      ...personRequired,
      ...emailRequired,
      featureRequest: "Feature request is required.",
    },
  },
  {
    collection: "WebFeedbackSubmissions",
    heading: "Give feedback",
    button: "Submit Feedback",
    successHeading: "Thank You",
    answers: { ...person, email, phone, platform: caregiver.name, feedback: "Works well." },
    defaults: { platform: main.name },
    required: { ...personRequired, ...emailRequired, feedback: "Feedback is required." },
  },
  {
    collection: "WebInvestorSubmissions",
    heading: "Become an Investor",
    button: "Become an Investor",
    successHeading: "Thank You",
    answers: {
      ...person,
      email,
      phone,
      communicationMethod: "Text",
      investmentAmount: "about ten thousand",
      equityPercentage: "0.5 to 1",
      notes: "Call in the morning.",
    },
    defaults: { communicationMethod: "E-mail" },
    required: {
      ...personRequired,
      ...emailRequired,
      investmentAmount: "Investment amount is required.",
      equityPercentage: "Desired equity is required.",
    },
    keepsAnswers: true,
  },
  {
    collection: "DataDeletionRequests",
    heading: "Data deletion request",
    button: "Submit Request",
    successHeading: "Request Submitted",
    answers: { name: "Ada Lovelace", platform: provider.name, email, phone, supportId: "TW-0O1l" },
    defaults: { platform: main.name },
    required: {
      name: "Name is required.",
      ...emailRequired,
      supportId: "Support ID is required.",
    },
  },
];
