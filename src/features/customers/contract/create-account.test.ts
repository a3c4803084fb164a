import { expect, test } from "vitest";
import { checkForm } from "../../../platform/contract/form-engine/define-form.ts";
import { createAccountForm } from "./create-account.ts";

const right = {
  firstName: "Ruth",
  lastName: "Abernathy",
  city: "Boulder",
  state: "CO",
  zip: "80302",
  email: "ruth@example.com",
  phone: "call me",
  password: "seven ap",
};

test.each([
  ["1234567", false],
  ["12345678", true],
  ["1234567890123456", true],
  ["12345678901234567", false],
  ["        ", true],
])("only the length of the password %j matters: %j", (password, fits) => {
  const words = "Password must be between 8 and 16 characters.";
  expect(checkForm(createAccountForm, { ...right, password })).toEqual(
    fits ? {} : { password: words },
  );
});

test("every answer is required, and only the state and the email have a format", () => {
  const empty = Object.fromEntries(Object.keys(right).map((name) => [name, ""]));
  expect(Object.keys(checkForm(createAccountForm, empty))).toEqual(Object.keys(right));
  expect(checkForm(createAccountForm, right)).toEqual({});
  expect(checkForm(createAccountForm, { ...right, state: "COL" })).toHaveProperty("state");
  expect(checkForm(createAccountForm, { ...right, email: "ruth" })).toEqual({
    email: "Email is invalid.",
  });
});
