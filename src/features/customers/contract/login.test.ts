import { expect, test } from "vitest";
import { checkForm } from "../../../platform/contract/form-engine/define-form.ts";
import { loginForm } from "./login.ts";

test("logging in requires an email address and a password, and checks nothing else", () => {
  expect(checkForm(loginForm, { email: "rosa at home", password: "x" })).toEqual({});
  const long = { email: "r".repeat(400), password: "x".repeat(400) };
  expect(checkForm(loginForm, long)).toEqual({});
  expect(checkForm(loginForm, { email: "", password: "" })).toEqual({
    email: "Email is required.",
    password: "Password is required.",
  });
});
