import { expect, test } from "vitest";
import type { CallerQuestion } from "../../contract/caller-check.ts";
import { findUnanswerable, isAnswer, type OnRecord } from "./caller-answers.ts";

const rosa: OnRecord = {
  addressLine1: "1204B 5th Avenue",
  zip: "80521-1234",
  email: "rosa@example.com",
  lastRequest: { title: "Ride to the eye clinic", provider: "Nadia Karimi" },
};

test.each<readonly [CallerQuestion, string, boolean]>([
  ["home", "1204b 80521", true],
  ["home", "1204B 5th Avenue, Fort Collins 80521-1234", true],
  ["home", "1204B, 80522", false],
  ["home", "1204 80521", false],
  ["home", "80521", false],
  ["home", "1204B", false],
  ["home", "1202 or 1204B, 80521", false],
  ["home", "1204B, 80521 or 80522", false],
  ["email", " ROSA@Example.com ", true],
  ["email", "rosa@exampel.com", false],
  ["request", "the eye clinic, with Nadia", true],
  ["request", "Ride to the Eye Clinics", true],
  ["request", "ride", false],
  ["request", "Nadia Karimi", false],
  ["request", "ride to the hair clinic", false],
  ["request", "eye clinic bulb shelf garden", false],
])("the answer to %s “%s” is compared", (question, heard, isMatch) => {
  expect(isAnswer(question, heard, rosa)).toBe(isMatch);
});

test("one word is enough for a title of one word", () => {
  const lastRequest = { title: "Gardening", provider: "" };
  expect(isAnswer("request", "the gardening", { ...rosa, lastRequest })).toBe(true);
  expect(isAnswer("request", "the", { ...rosa, lastRequest })).toBe(false);
});

test("what is not on record matches nothing", () => {
  const empty: OnRecord = { addressLine1: "", zip: "", email: "", lastRequest: undefined };
  expect(findUnanswerable(empty)).toEqual(["home", "email", "request"]);
  expect(findUnanswerable({ ...rosa, addressLine1: "Pine Street" })).toEqual(["home"]);
  for (const question of ["home", "email", "request"] as const) {
    expect(isAnswer(question, "anything", empty)).toBe(false);
  }
});
