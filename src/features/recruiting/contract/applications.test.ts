import { describe, expect, test } from "vitest";
import {
  driver,
  shortest,
  shortestAnswers,
  validationErrors,
} from "../../../../tests/support/applications.ts";
import {
  checkForm,
  isOptional,
  shownFields,
} from "../../../platform/contract/form-engine/define-form.ts";
import {
  adjacentStep,
  checkOneStep,
  countSteps,
  fieldsOf,
  firstInvalidStep,
  keepShown,
  readAnswers,
} from "../../../platform/contract/form-engine/define-steps.ts";
import { emailRules, findError } from "../../../platform/contract/form-engine/rules.ts";
import { applicationForms } from "./application-forms.ts";
import { isOpenMarket, trackNames } from "./recruiting-endpoints.ts";
import { waitlistForm } from "./waitlist-form.ts";

const typedKinds = new Set(["text", "email", "tel", "password", "textarea"]);

describe.each(trackNames)("application %s", (track) => {
  const form = applicationForms[track];
  const minimum = shortestAnswers(track);

  test("asks for at most 12 answers, at most 8 of them typed, in 4 steps or a provider’s 5", () => {
    const needed = form.fields.filter((field) => !field.showIf && !isOptional(field));
    expect(countSteps(form, "check").of).toBeLessThanOrEqual(track === "pro" ? 5 : 4);
    expect(needed.length).toBeLessThanOrEqual(12);
    expect(needed.filter((field) => typedKinds.has(field.kind)).length).toBeLessThanOrEqual(8);
    // Exactly these answers are valid: nothing else is asked on that path.
    expect(Object.keys(minimum).sort()).toEqual(needed.map((field) => field.name).sort());
    expect(checkForm(form, minimum)).toEqual({});
  });

  test("never asks for numbers, birth dates, bank, health or background", () => {
    const words =
      /social security number\?|birth|bank|account number|license number|health\?|background/i;
    for (const { name, label, hint = "" } of form.fields) {
      expect(`${name}: ${label}`).not.toMatch(words);
      if (/Social Security|number/.test(hint))
        expect(hint).toMatch(/Leave out|No numbers|never ask|call this number/);
    }
  });

  test("checks no box by default, and field names are unique", () => {
    const names = form.fields.map((field) => field.name);
    expect(new Set(names).size).toBe(names.length);
    expect(readAnswers(form.fields, () => undefined).smsConsent).toBe("");
    expect(form.fields.some((field) => field.kind === "select")).toBe(false);
  });

  test("conditions name an earlier field and one of its answers", () => {
    form.fields.forEach(({ showIf = [] }, index) => {
      for (const { field: name, is } of [showIf].flat()) {
        const earlier = form.fields.slice(0, index).find((one) => one.name === name);
        expect(earlier?.options ?? []).toEqual(expect.arrayContaining([...is]));
      }
    });
  });

  test.each(Object.keys(shortest[track]))("step %s rejects each missing answer", (id) => {
    const step = form.steps.find((one) => one.id === id);
    expect(checkOneStep(form, id, minimum)).toEqual({});
    for (const { name } of step ? fieldsOf(step) : []) {
      if (!(name in minimum)) continue;
      expect(Object.keys(checkOneStep(form, id, { ...minimum, [name]: "" }))).toEqual([name]);
      expect(firstInvalidStep(form, { ...minimum, [name]: "" })).toBe(id);
    }
  });
});

const { care, pro } = applicationForms;

test.each(validationErrors)("rejects $answers of $track", ({ track, answers, errors }) => {
  const all = { ...shortestAnswers(track), ...answers };
  expect(Object.keys(checkForm(applicationForms[track], all))).toEqual(errors);
});

test("rejects an answer that is not a choice", () => {
  const answers = { ...shortestAnswers("care"), preferredContact: "Pigeon" };
  expect(Object.keys(checkForm(care, answers))).toEqual(["preferredContact"]);
});

test("asks only providers who drive passengers for their age again", () => {
  const answers = { ...shortestAnswers("pro"), services: ["Rideshare"], hasVehicle: "No" };
  expect(Object.keys(checkForm(pro, answers))).toEqual(["rideshareAgeConfirmed"]);
});

test.each([{ vehicleDoors: "Two" }, { vehicleType: "Bicycle" }])(
  "lets people who only deliver have %j",
  (vehicle) => expect(checkForm(pro, { ...driver, ...vehicle })).toEqual({}),
);

test.each([
  ["firstName", "Zoë-Mae O’Neil Jr."],
  ["lastName", "Nguyễn"],
  ["lastName", "王"],
  ["phone", "970-555-0188"],
  ["phone", "1 (970) 555-0188"],
  ["phone", "+1 970.555.0188"],
  ["phone", "9705550188"],
  ["zip", "80537-1234"],
  ["hoursPerWeek", "1"],
  ["hoursPerWeek", "19"],
  ["hoursPerWeek", "70"],
  ["hoursPerWeek", "80"],
])("accepts %s %j", (name, answer) => {
  expect(checkForm(care, { ...shortestAnswers("care"), [name]: answer })).toEqual({});
});

test("accepts the oldest allowed car", () => {
  expect(checkForm(pro, driver)).toEqual({});
});

test("an answer to a question that is no longer shown neither counts nor is checked", () => {
  const answers = {
    services: ["Tech help"],
    hasVehicle: "Yes",
    vehicleType: "Rocket",
    vehicleYear: "1",
  };
  const shown = shownFields(pro.fields, answers).map((field) => field.name);
  expect(shown).not.toContain("vehicleYear");
  expect(keepShown(pro, answers)).toEqual({ services: ["Tech help"] });
});

test("reads native and JSON answers alike", () => {
  const sent: Record<string, unknown> = {
    firstName: "  Grace ",
    careTypes: ["Errands", "Company and talk", "Errands", "Surgery", 7],
    availability: "Monday night",
    ageConfirmed: "on",
    termsConsent: "yes",
    licenseState: "co",
    zip: { evil: true },
    resume: "cv.pdf",
  };
  const answers = readAnswers(care.fields, (name) => sent[name]);
  expect(answers).toMatchObject({
    firstName: "Grace",
    careTypes: ["Company and talk", "Errands"],
    availability: ["Monday night"],
    ageConfirmed: "",
    termsConsent: "yes",
    licenseState: "CO",
    zip: "",
  });
  expect(answers).not.toHaveProperty("resume");
});

test("finds the first step with an error, in the order of the steps", () => {
  const { about, experience, last } = shortest.care;
  const form = applicationForms.care;
  expect(firstInvalidStep(form, {})).toBe("about");
  expect(firstInvalidStep(form, { ...experience, ...last })).toBe("about");
  expect(firstInvalidStep(form, { ...about })).toBe("experience");
  expect(firstInvalidStep(form, { ...about, ...experience })).toBe("last");
  expect(firstInvalidStep(form, shortestAnswers("care"))).toBeUndefined();
});

test("steps have neighbors", () => {
  expect(adjacentStep(care, "about", -1)).toBeUndefined();
  expect(adjacentStep(care, "about", 1)).toBe("experience");
  expect(adjacentStep(care, "last", 1)).toBe("check");
  expect(adjacentStep(care, "check", 1)).toBeUndefined();
  expect(countSteps(care, "experience")).toEqual({ number: 2, of: 4 });
});

test("markets are open everywhere or by ZIP prefix", () => {
  expect(isOpenMarket("99999", null)).toBe(true);
  expect(isOpenMarket("80537", ["805", "806"])).toBe(true);
  expect(isOpenMarket("10001", ["805", "806"])).toBe(false);
});

test.each([
  ["", undefined],
  ["grace@example.com", undefined],
  ["grace@example", "Email is invalid."],
  ["grace hopper@example.com", "Email is invalid."],
  // Longer than email servers accept, as on every other form.
  [`${"x".repeat(250)}@example.com`, "Email is invalid."],
])("the wait list validates the email %j like every form: %j", (email, error) => {
  const answers = { name: "Grace", email, phone: "303-555-0142", zip: "80537", consent: "yes" };
  expect(checkForm(waitlistForm, answers).email).toBe(error);
  const plain = findError(emailRules, email);
  expect(plain).toBe(email === "" ? "Email is required." : error);
});
