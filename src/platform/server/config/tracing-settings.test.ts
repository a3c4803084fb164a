import { expect, test } from "vitest";
import { brand } from "../../../brand.ts";
import { readConfig } from "./config.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

test("tracing is off unless an endpoint is set, regardless of other settings", () => {
  const others = { OTEL_SERVICE_NAME: "all", OTEL_TRACES_SAMPLER: "xray" };
  expect(readConfig(others).tracing).toBeUndefined();
});

test("an endpoint alone records every trace", () => {
  expect(readConfig(endpoint).tracing).toEqual({
    url: "http://127.0.0.1:4318/v1/traces",
    headers: {},
    serviceName: brand.slug,
    ratio: 1,
  });
});

test.each([
  ["always_off", undefined, 0],
  ["always_on", "0.5", 1],
  ["traceidratio", undefined, 1],
  ["traceidratio", "0.25", 0.25],
])("the sampler %s with %s records %s", (sampler, share, ratio) => {
  const settings = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share };
  expect(readConfig({ ...endpoint, ...settings }).tracing?.ratio).toBe(ratio);
});

test("headers are percent-decoded, and the path of the endpoint is kept", () => {
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://traces.example.com/otlp/",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20YTpi=, x-team = site",
    OTEL_SERVICE_NAME: "site",
  });
  expect(tracing).toMatchObject({
    url: "https://traces.example.com/otlp/v1/traces",
    headers: { authorization: "Basic YTpi=", "x-team": "site" },
    serviceName: "site",
  });
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://name:word@traces.example.com"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "authorization"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "x=%0d%0aevil:1"],
  ["OTEL_TRACES_SAMPLER", "parentbased_always_on"],
  ["OTEL_TRACES_SAMPLER_ARG", "2"],
])("%s cannot be %s", (name, value) => {
  const ratio = { OTEL_TRACES_SAMPLER: "traceidratio" };
  expect(() => readConfig({ ...endpoint, ...ratio, [name]: value })).toThrow(`${name}: use`);
});
