import { facts } from "../../../platform/contract/facts.ts";
import type { Condition, StepField } from "../../../platform/contract/form-engine/define-form.ts";
import { required } from "../../../platform/contract/form-engine/rules.ts";
import { maxLength } from "./about-you.ts";
import { yesNo } from "./application-fields.ts";

const isBusiness = { field: "providerType", is: ["A business"] } as const;
const drives = { field: "services", is: ["Rideshare", "Delivery"] } as const;
const rideshare = { field: "services", is: ["Rideshare"] } as const;
const hasVehicle = { field: "hasVehicle", is: ["Yes"] } as const;

const fourWheels = ["Car", "SUV or van", "Truck"] as const;
const twoWheels = ["Motorcycle or scooter", "Bicycle"] as const;

const { oldestVehicleYear } = facts.application;

function attestation(name: string, thing: string): StepField {
  return {
    name,
    kind: "radios",
    label: `Do you have ${thing}?`,
    autocomplete: "off",
    options: yesNo,
    rules: [required(`Tell us whether you have ${thing}.`)],
    showIf: hasVehicle,
  };
}

/** Asked of people who want to drive passengers, but have `thing`, which cannot carry any. */
function noPassengers(name: string, thing: string, condition: Condition): StepField {
  return {
    name,
    kind: "checkbox",
    label: `With ${thing} I can bring things, but not drive people. I know that.`,
    autocomplete: "off",
    rules: [required(`Check the box: with ${thing} you cannot drive people.`)],
    showIf: [rideshare, condition],
  };
}

export const business: readonly StepField[] = [
  {
    name: "providerType",
    kind: "radios",
    label: "Who would do the work?",
    autocomplete: "off",
    options: ["I would", "A business"],
    rules: [required("Choose who would do the work.")],
  },
  {
    name: "businessName",
    kind: "text",
    label: "Business name",
    autocomplete: "organization",
    rules: [
      required("Business name is required."),
      {
        kind: "length",
        minimum: 2,
        maximum: 120,
        message: "Business name must have 2 to 120 characters.",
      },
    ],
    showIf: isBusiness,
  },
  {
    name: "businessSize",
    kind: "radios",
    label: "How many people work there?",
    autocomplete: "off",
    options: ["1", "2 to 10", "11 to 50", "More than 50"],
    rules: [],
    showIf: isBusiness,
  },
  {
    name: "serviceCategory",
    kind: "text",
    label: "What the business does",
    autocomplete: "off",
    rules: [required("Tell us what the business does."), maxLength("This text", 120)],
    showIf: isBusiness,
  },
  {
    name: "website",
    kind: "text",
    label: "Website",
    hint: "Example: https://www.example.com",
    autocomplete: "url",
    exact: true,
    rules: [
      {
        kind: "pattern",
        pattern: "https://[^\\s/@]+\\.[^\\s@]+",
        message: "Website must begin with https://.",
      },
    ],
    showIf: isBusiness,
  },
];

export const services = {
  name: "services",
  kind: "checkboxes",
  label: "What would you like to do?",
  hint: "Pick all that fit.",
  autocomplete: "off",
  options: [
    "Rideshare",
    "Delivery",
    "Errands and shopping",
    "Handyman tasks",
    "Moving help",
    "Tech help",
    "Yard work",
    "Pet care",
  ],
  rules: [required("Choose at least one kind of work.")],
} as const satisfies StepField;

/** Shown only to people who would drive. Attestations; no documents and no numbers. */
export const vehicle: readonly StepField[] = [
  {
    name: "hasVehicle",
    kind: "radios",
    label: "Do you have a vehicle for it?",
    autocomplete: "off",
    options: yesNo,
    rules: [required("Tell us whether you have a vehicle.")],
    showIf: drives,
  },
  {
    name: "vehicleType",
    kind: "radios",
    label: "What kind of vehicle?",
    autocomplete: "off",
    options: [...fourWheels, ...twoWheels],
    rules: [required("Choose the kind of vehicle.")],
    showIf: hasVehicle,
  },
  {
    name: "vehicleYear",
    kind: "text",
    label: "Year",
    hint: `Four digits, ${oldestVehicleYear} or later.`,
    autocomplete: "off",
    numeric: true,
    rules: [
      required("Year of the vehicle is required."),
      {
        kind: "year",
        oldest: oldestVehicleYear,
        message: `Year must be four digits, from ${oldestVehicleYear} to next year.`,
      },
    ],
    showIf: { field: "vehicleType", is: fourWheels },
  },
  {
    name: "vehicleModel",
    kind: "text",
    label: "Make and model",
    hint: "Example: Toyota Corolla",
    autocomplete: "off",
    rules: [required("Make and model are required."), maxLength("Make and model", 80)],
    showIf: { field: "vehicleType", is: fourWheels },
  },
  {
    name: "vehicleDoors",
    kind: "radios",
    label: "How many doors?",
    hint: "You need four to drive passengers.",
    autocomplete: "off",
    options: ["Two", "Four or more"],
    rules: [required("Choose how many doors it has.")],
    showIf: { field: "vehicleType", is: fourWheels },
  },
  noPassengers("twoDoorsNoted", "two doors", { field: "vehicleDoors", is: ["Two"] }),
  noPassengers("twoWheelsNoted", "two wheels", { field: "vehicleType", is: twoWheels }),
  attestation("driverLicenseValid", "a valid driver’s license"),
  attestation("autoInsuranceValid", "insurance for it"),
  attestation("registrationValid", "a valid registration"),
  {
    name: "drivingRecord",
    kind: "radios",
    label: "Any major traffic violation in the last three years?",
    autocomplete: "off",
    options: ["No", "Yes", "I would rather talk about it"],
    rules: [],
    showIf: hasVehicle,
  },
];
