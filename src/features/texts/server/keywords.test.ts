import { expect, test } from "vitest";
import { measureText } from "../contract/segments.ts";
import { keywordAnswers, readKeyword } from "./keywords.ts";

test.each([
  ["STOP", "stop", "english"],
  [" stop. ", "stop", "english"],
  ["Stop!!", "stop", "english"],
  ["STOP ALL", "stop", "english"],
  ["Unsubscribe", "stop", "english"],
  ["please stop texting me", "stop", "english"],
  ["opt-out", "stop", "english"],
  ["Baja", "stop", "spanish"],
  ["PARAR", "stop", "spanish"],
  ["¡Alto!", "stop", "spanish"],
  ["No más", "stop", "spanish"],
  ["help", "help", "english"],
  ["Ayuda", "help", "spanish"],
  ["Información", "help", "spanish"],
  ["Start", "start", "english"],
  ["unstop", "start", "english"],
  ["iniciar", "start", "spanish"],
])("%j is %s in %s", (body, act, language) => {
  expect(readKeyword(body)).toMatchObject({ act, language });
});

test.each([
  "",
  "Please stop by at 4",
  "Can you help me with my bulb?",
  "YES",
  "I will start tomorrow",
  "It ends at 5",
  "stop sign is on the left",
])("%j is an ordinary text", (body) => {
  expect(readKeyword(body)).toBeUndefined();
});

test("each answer is one text", () => {
  for (const answers of Object.values(keywordAnswers)) {
    for (const answer of Object.values(answers)) expect(measureText(answer).parts).toBe(1);
  }
});
