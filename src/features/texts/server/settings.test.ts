import { expect, test } from "vitest";
import { twilioSettings } from "../../../../tests/support/fake-twilio.ts";
import { readFullConfig } from "../../../app/server/read-config.ts";
import { textMode } from "./settings.ts";

const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN } = twilioSettings;

test("the account and a number or a messaging service are read", () => {
  expect(readFullConfig(twilioSettings).twilio).toMatchObject({ from: "+13035550142" });
  const TWILIO_FROM = `MG${"a".repeat(32)}`;
  expect(readFullConfig({ ...twilioSettings, TWILIO_FROM }).twilio?.from).toBe(TWILIO_FROM);
});

test("what is missing or wrong is listed, without its value", () => {
  expect(() => readFullConfig({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN })).toThrow(
    "TWILIO_FROM: is missing: texts need all three of them",
  );
  const wrong = {
    TWILIO_ACCOUNT_SID: "SK1",
    TWILIO_AUTH_TOKEN: "hush",
    TWILIO_FROM: "303-555-0142",
  };
  expect(() => readFullConfig(wrong)).toThrow(
    /TWILIO_ACCOUNT_SID: use the Account SID[\s\S]*TWILIO_AUTH_TOKEN: use the Auth Token[\s\S]*TWILIO_FROM: use a number/,
  );
  expect(() => readFullConfig(wrong)).not.toThrow("hush");
});

test("a site in use without the settings sends no texts", () => {
  expect(textMode(readFullConfig({}))).toBe("sandbox");
  expect(textMode(readFullConfig({ PUBLIC_URL: "https://house.example" }))).toBe("off");
});
