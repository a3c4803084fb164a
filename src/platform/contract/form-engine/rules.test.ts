import { describe, expect, test } from "vitest";
import { emailKey, emailRules, findError, looksLikeEmail } from "./rules.ts";

describe("the shared email rule", () => {
  test.each([
    "ruth@example.com",
    "Ruth.O'Brien+bills@mail.example.co.uk",
    "a@b.c",
    "first..last@example.com",
    "!#$%&'*+-/=?^_`{|}~@example.com",
    "ruth@münchen.example",
    "用户@例子.广告",
    `${"a".repeat(242)}@example.com`,
  ])("accepts %s", (email) => {
    expect(findError(emailRules, email)).toBeUndefined();
  });

  test.each([
    "ruth",
    "ruth@example",
    "@example.com",
    "ruth@.com",
    "ruth@example.",
    "ruth@example.com.",
    "ruth@example..com",
    "ruth@exa@mple.com",
    "ruth @example.com",
    "ruth@exam\tple.com",
    "<ruth@example.com>",
    "x<ruth@example.com",
    "ruth@example.com>",
    "x:ruth@example.com",
    "x,ruth@example.com",
    "ruth@example.com;x.com",
    "ruth(x)@example.com",
    '"ruth"@example.com',
    "ru\\th@example.com",
    "ruth@[127.0.0.1]",
    "ruth\0@example.com",
    "ruth\u0007@example.com",
    "ruth\u007f@example.com",
    "ruth\u0085@example.com",
    `${"a".repeat(243)}@example.com`,
  ])("rejects %j with the specified message", (email) => {
    expect(findError(emailRules, email)).toBe("Email is invalid.");
  });

  test("rejects a worst-case input without backtracking", () => {
    // Longer values are rejected by length.
    expect(looksLikeEmail(`a@${"a.".repeat(100_000)}`)).toBe(false);
  });
});

test("addresses compare regardless of case and of how accents are encoded", () => {
  expect(emailKey(" Ruth@Example.COM ")).toBe("ruth@example.com");
  expect(emailKey("rene\u0301e@example.com")).toBe(emailKey("REN\u00c9E@example.com"));
});
