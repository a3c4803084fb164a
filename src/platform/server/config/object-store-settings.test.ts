import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const keys = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };

test.each([
  ["s3://people?region=eu-west-1", "https://people.s3.eu-west-1.amazonaws.com", "", "eu-west-1"],
  [
    "s3://a.b.c/site/?region=us-east-2",
    "https://s3.us-east-2.amazonaws.com/a.b.c",
    "site/",
    "us-east-2",
  ],
  [
    "s3://people?endpoint=https://s3.example.com/",
    "https://s3.example.com/people",
    "",
    "us-east-1",
  ],
  [
    "s3://people/a/b?endpoint=http://10.0.0.5:7480&region=x",
    "http://10.0.0.5:7480/people",
    "a/b/",
    "x",
  ],
])("FILES_URL=%s is understood", (FILES_URL, url, folder, region) => {
  const { objectStore } = readConfig({ ...keys, FILES_URL, AWS_SESSION_TOKEN: "token" });
  expect(objectStore).toEqual({
    url,
    folder,
    region,
    accessKeyId: "id",
    secretAccessKey: "secret",
    sessionToken: "token",
  });
});

test.each([
  ["people", "use an address like s3://bucket"],
  ["https://people", "use an address like s3://bucket"],
  ["s3://id:secret@people?region=us-east-1", "use an address like s3://bucket"],
  ["s3://Peo_ple?region=us-east-1", "use an address like s3://bucket"],
  ["s3://people", "set AWS_REGION"],
  ["s3://people?regoin=us-east-1", 'there is no "regoin"'],
  ["s3://people/../x%20y?region=us-east-1", "for the folder"],
  ["s3://people?endpoint=ftp://s3.example.com", "use an endpoint like"],
  ["s3://people?endpoint=http://s3.example.com", "use https for the endpoint"],
])("FILES_URL=%s is rejected", (FILES_URL, words) => {
  expect(() => readConfig({ ...keys, FILES_URL })).toThrow(words);
});

test("keys are required only with FILES_URL", () => {
  expect(() => readConfig({ FILES_URL: "s3://people?region=us-east-1" })).toThrow(ConfigError);
  expect(readConfig(keys).objectStore).toBeUndefined();
  const FILES_URL = "s3://people";
  expect(readConfig({ ...keys, FILES_URL, AWS_REGION: "eu-west-1" }).objectStore?.region).toBe(
    "eu-west-1",
  );
});
