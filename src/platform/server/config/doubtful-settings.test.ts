import { expect, test } from "vitest";
import { featureSettings, readFullConfig as readConfig } from "../../../app/server/read-config.ts";
import { ConfigError } from "./config.ts";
import { findDoubtfulSettings } from "./doubtful-settings.ts";

const find = (env: Record<string, string>) =>
  findDoubtfulSettings(env, readConfig(env), featureSettings);
const inUse = { PUBLIC_URL: "https://www.helpers.org", SMTP_URL: "smtp://mail.helpers.org" };
const complete = { ...inUse, MAIL_FROM: "Help <desk@helpers.org>", STAFF_EMAIL: "a@helpers.org" };

test.each([
  ["SMPT_URL", "SMTP_URL"],
  ["SMTPURL", "SMTP_URL"],
  ["smtp_url", "SMTP_URL"],
  ["STAF_EMAIL", "STAFF_EMAIL"],
  ["PUBLIC_ULR", "PUBLIC_URL"],
  ["MAILFROM", "MAIL_FROM"],
  ["STRIPE_SECERT_KEY", "STRIPE_SECRET_KEY"],
  ["LISTMONK_TOKENS", "LISTMONK_TOKEN"],
  ["PROT", "PORT"],
])("%s is told to be close to %s, without its value", (name, known) => {
  expect(find({ [name]: "hush" })).toEqual([`${name} is not a setting: is ${known} meant?`]);
});

test("names of other programs and empty ones are no slips", () => {
  const others = { PATH: "/bin", HOME: "/", HOSTNAME: "web", PWD: "/", NODE_ENV: "production" };
  const more = {
    SITE_SERVICE_PORT: "tcp://10.0.0.1",
    AWS_REGION: "x",
    SMPT_URL: "",
    LOGNAME: "web",
  };
  expect(find({ ...others, ...more })).toEqual([]);
});

test("a token of 15 characters is told, one of 16 is not", () => {
  const told = "METRICS_TOKEN has fewer than 16 characters: it can be guessed";
  expect(find({ METRICS_TOKEN: "123456789012345" })).toEqual([told]);
  expect(find({ METRICS_TOKEN: "1234567890123456" })).toEqual([]);
});

test("a site in use without a real sender or an address of staff is told", () => {
  const sender = "MAIL_FROM is not a real address: mail servers will reject the emails";
  const staff = "STAFF_EMAIL is not set: staff get no notice of new messages";
  expect(find(inUse)).toEqual([sender, staff]);
  expect(find({ ...complete, MAIL_FROM: "Help <desk@mail.example.com>" })).toEqual([sender]);
  expect(find({ ...complete, STAFF_EMAIL: "" })).toEqual([staff]);
  expect(find(complete)).toEqual([]);
  expect(find({ PUBLIC_URL: "http://127.0.0.1:3000", SMTP_URL: inUse.SMTP_URL })).toEqual([]);
});

test.each([
  ["STRIPE_SECRET_KEY", "pk_live_1"],
  ["STRIPE_SECRET_KEY", "whsec_1"],
  ["STRIPE_WEBHOOK_SECRET", "sk_live_1"],
  ["STRIPE_WEBHOOK_SECRET", "pk_test_1"],
])("%s with another kind of key is rejected, without its value", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(name);
  expect(() => readConfig({ [name]: value })).not.toThrow(value);
});
