import type { Answer } from "../../src/contract/define-form.ts";
import type { Track } from "../../src/contract/recruiting.ts";

const person = {
  firstName: "Grace",
  lastName: "O’Hara-Núñez",
  email: "Grace.Okafor@example.com",
  phone: "(970) 555-0188",
  zip: "80537",
};

const lastCare = { workAuthorized: "Yes", ageConfirmed: "yes", termsConsent: "yes" };

/** The shortest valid answers of each way to apply, by step. */
export const shortest: Readonly<
  Record<Track, Readonly<Record<string, Readonly<Record<string, Answer>>>>>
> = {
  care: {
    about: person,
    experience: {
      yearsExperience: "3 to 5 years",
      careTypes: ["Company and talk", "Cooking and meals"],
      availability: ["Monday morning", "Thursday afternoon"],
      hasCar: "No",
    },
    last: lastCare,
  },
  pro: {
    about: person,
    work: {
      providerType: "I would",
      services: ["Tech help"],
      availability: ["Saturday morning"],
    },
    last: { ...lastCare, smartphone: "Android" },
  },
};

/** The same in one object. */
export function shortestAnswers(track: Track): Record<string, Answer> {
  return Object.assign({}, ...Object.values(shortest[track]));
}

/** The same as it is kept once it was sent: the number as every telephone takes it, however it was typed. */
export function keptAnswers(track: Track): Record<string, Answer> {
  return { ...shortestAnswers(track), phone: "+19705550188" };
}
