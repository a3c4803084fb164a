import type { Track } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import type { Answer } from "../../src/platform/contract/form-engine/define-form.ts";

const person = {
  firstName: "Grace",
  lastName: "O'Hara-Núñez",
  email: "Grace.Okafor@example.com",
  phone: "(970) 555-0188",
  zip: "80537",
};

const lastCare = { workAuthorized: "Yes", ageConfirmed: "yes", termsConsent: "yes" };

/** The shortest valid answers of each track, by step. */
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
    },
    week: { availability: ["Saturday morning"] },
    last: { ...lastCare, smartphone: "Android" },
  },
};

/** The same in one object. */
export function shortestAnswers(track: Track): Record<string, Answer> {
  return Object.assign({}, ...Object.values(shortest[track]));
}

/** The same as stored: with the phone number in E.164. */
export function storedAnswers(track: Track): Record<string, Answer> {
  return { ...shortestAnswers(track), phone: "+19705550188" };
}

/** Answers that break a rule, and the fields with an error. */
interface Rejection {
  readonly track: Track;
  readonly answers: Readonly<Record<string, Answer>>;
  readonly errors: readonly string[];
}

function one(name: string, answer: Answer): Rejection {
  const answers = { credentials: ["RN"], [name]: answer };
  return { track: "care", answers, errors: [name] };
}

const business = { providerType: "A business" };
const goodBusiness = { ...business, businessName: "Xy", serviceCategory: "Moving" };
const car = {
  services: ["Delivery"],
  hasVehicle: "Yes",
  vehicleType: "Car",
  vehicleModel: "Toyota Corolla",
  vehicleDoors: "Four or more",
  vehicleYear: "2008",
  driverLicenseValid: "Yes",
  autoInsuranceValid: "Yes",
  registrationValid: "Yes",
};

/** A provider with the oldest accepted car. */
export const driver = { ...shortestAnswers("pro"), ...car };

function ofPro(answers: Rejection["answers"], ...errors: string[]): Rejection {
  return { track: "pro", answers, errors };
}

/** Violations of every rule of an application, except missing answers. */
export const validationErrors: readonly Rejection[] = [
  one("firstName", "x".repeat(61)),
  one("firstName", "<b>"),
  one("firstName", "Gr\0ce"),
  one("lastName", "Robert; drop"),
  one("email", "grace@example"),
  one("phone", "555-0188"),
  one("phone", "970 555 01888 7"),
  one("phone", "call me"),
  one("zip", "8053"),
  one("zip", "80537-12"),
  one("zip", "ABCDE"),
  one("city", "x".repeat(61)),
  one("careTypes", ["Surgery"]),
  one("availability", ["Someday morning"]),
  one("yearsExperience", "7"),
  one("licenseState", "C"),
  one("hoursPerWeek", "0"),
  one("hoursPerWeek", "81"),
  one("hoursPerWeek", "7.5"),
  one("hoursPerWeek", "ten"),
  one("aboutYou", "x".repeat(1001)),
  one("languages", "x".repeat(201)),
  ofPro(business, "businessName", "serviceCategory"),
  ofPro({ ...goodBusiness, businessName: "X" }, "businessName"),
  ofPro({ ...goodBusiness, website: "http://x.example" }, "website"),
  ofPro({ services: ["Delivery"] }, "hasVehicle"),
  ofPro(
    { services: ["Delivery"], hasVehicle: "Yes" },
    ...["vehicleType", "driverLicenseValid", "autoInsuranceValid", "registrationValid"],
  ),
  ofPro(
    { ...car, services: ["Rideshare"], vehicleDoors: "Two" },
    "twoDoorsNoted",
    "rideshareAgeConfirmed",
  ),
  ...["Motorcycle or scooter", "Bicycle"].map((vehicleType) =>
    ofPro(
      { ...car, services: ["Rideshare"], vehicleType },
      "twoWheelsNoted",
      "rideshareAgeConfirmed",
    ),
  ),
  ...["2007", "1999", "20", "abcd", "02015", String(new Date().getFullYear() + 2)].map(
    (vehicleYear) => ofPro({ ...car, vehicleYear }, "vehicleYear"),
  ),
];
