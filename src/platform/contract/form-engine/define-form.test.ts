import { expect, test } from "vitest";
import { checkForm, type StepField } from "./define-form.ts";
import { required } from "./rules.ts";

const day: StepField = {
  name: "days",
  kind: "checkboxes",
  label: "Days",
  autocomplete: "off",
  options: ["Monday", "Tuesday"],
  rules: [],
};
const platform: StepField = { ...day, name: "platform", kind: "select", label: "Platform" };

test("each one of several choices must be an option", () => {
  const form = { fields: [day] };
  expect(checkForm(form, { days: ["Monday", "Tuesday"] })).toEqual({});
  expect(checkForm(form, { days: [] })).toEqual({});
  for (const days of [["Monday", "Sunday"], ["Sunday", "Monday"], ["Sunday"]]) {
    expect(checkForm(form, { days })).toEqual({ days: "Days: choose one." });
  }
});

test("a select is never empty, even without a rule", () => {
  const form = { fields: [platform] };
  expect(checkForm(form, { platform: "Tuesday" })).toEqual({});
  for (const answers of [{ platform: "" }, {}]) {
    expect(checkForm(form, answers)).toEqual({ platform: "Platform: choose one." });
  }
});

test("every invalid field is reported with the message of its first broken rule", () => {
  const name: StepField = { ...day, name: "name", kind: "text", label: "Name", rules: [] };
  const { options: _none, ...text } = name;
  const rules = [required("Name is required."), required("Never told.")];
  const fields = [{ ...text, rules }, platform];
  expect(checkForm({ fields }, {})).toEqual({
    name: "Name is required.",
    platform: "Platform: choose one.",
  });
});
