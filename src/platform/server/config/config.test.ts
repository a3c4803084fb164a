import path from "node:path";
import { expect, test } from "vitest";
import { readFullConfig as readConfig } from "../../../app/server/read-config.ts";
import { ConfigError, siteOrigin } from "./config.ts";

test("without settings the server is local", () => {
  const config = readConfig({});
  expect(config).toEqual({
    port: 3000,
    aws: {},
    backupDays: 30,
    conversions: { sources: {}, allowLoopback: false },
    host: "127.0.0.1",
    publicUrl: undefined,
    dataDir: path.resolve("data"),
    databaseUrl: undefined,
    minFreeDiskBytes: 256 * 1024 * 1024,
    trustProxy: false,
    stopDelaySeconds: 0,
    cdnCacheSeconds: 0,
    logLevel: "info",
    rateLimits: true,
    metricsToken: undefined,
    staffEmails: { others: undefined, byForm: {} },
    inboundMailToken: undefined,
    inboundMailAddress: undefined,
    staffSecondFactor: "required",
    backgroundJobs: true,
    newsletterDoubleOptIn: false,
  });
  expect(siteOrigin(config)).toBe("http://127.0.0.1:3000");
});

test("an empty setting counts as unset", () => {
  expect(readConfig({ PORT: "", PUBLIC_URL: "", TRUST_PROXY: "", LOG_LEVEL: "" })).toEqual(
    readConfig({}),
  );
});

test("all errors are reported at once, by setting", () => {
  const invalid = {
    PORT: "70000",
    PUBLIC_URL: "https://www.example.com/shop",
    DATABASE_URL: "mysql://localhost/x",
    TRUST_PROXY: "yes",
    LOG_LEVEL: "loud",
    RATE_LIMITS: "0",
    BACKGROUND_JOBS: "0",
    MIN_FREE_DISK_MB: "some",
    STOP_DELAY_SECONDS: "61",
    CDN_CACHE_SECONDS: "3601",
    STAFF_SECOND_FACTOR: "off",
    STAFF_EMAIL_BY_FORM: "CareApplications=jobs",
  };
  let message = "";
  try {
    readConfig(invalid);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = (error as Error).message;
  }
  for (const name of Object.keys(invalid)) expect(message).toContain(`  ${name}: `);
});

test.each([
  ["PORT", "abc"],
  ["PORT", "80.5"],
  ["PUBLIC_URL", "www.example.com"],
  ["PUBLIC_URL", "ftp://www.example.com"],
  ["PUBLIC_URL", "https://user:word@www.example.com"],
  ["PUBLIC_URL", "https://www.example.com:port"],
  ["PUBLIC_URL", "https://www.exam ple.com"],
  ["STAFF_EMAIL_BY_FORM", "Spells=desk@example.com"],
  ["STAFF_EMAIL_BY_FORM", "ContactForm"],
  ["DATABASE_URL", "localhost"],
  ["FILES_URL", "s3://people?region=us-east-1"],
  ["DATABASE_URL", "postgres://user:word@[half/name"],
])("%s=%s is rejected", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
});

test.each([
  ["https://WWW.Example.com/", "https://www.example.com"],
  ["https://www.example.com:443", "https://www.example.com"],
  ["http://localhost:8080", "http://localhost:8080"],
])("PUBLIC_URL %s is normalized to an origin as browsers send it", (value, origin) => {
  expect(siteOrigin(readConfig({ PUBLIC_URL: value }))).toBe(origin);
});

test("an IPv6 host is in brackets", () => {
  expect(siteOrigin(readConfig({ HOST: "::1" }))).toBe("http://[::1]:3000");
});

test("the environment cannot send webhooks or payments to this computer", () => {
  const config = readConfig({ WEBHOOK_LOOPBACK: "on", STRIPE_API_URL: "http://127.0.0.1:1" });
  expect(config).toEqual(readConfig({}));
});
