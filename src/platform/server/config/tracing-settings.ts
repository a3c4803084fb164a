import { brand } from "../../../brand.ts";

export interface TracingSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of traces that are recorded, 0 to 1. */
  readonly ratio: number;
}

/** Whether a caller records its part changes nothing, so there are no `parentbased_` ones. */
const samplers = ["always_on", "always_off", "traceidratio"] as const;

type Names =
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_HEADERS"
  | "OTEL_SERVICE_NAME"
  | "OTEL_TRACES_SAMPLER"
  | "OTEL_TRACES_SAMPLER_ARG";

/**
 * Reads OpenTelemetry's settings; undefined without `OTEL_EXPORTER_OTLP_ENDPOINT`, since the others
 * may be set machine-wide for all programs.
 * @param read reads a setting
 * @param fail receives each error, with the setting's name
 */
export function readTracingSettings(
  read: (name: Names) => string | undefined,
  fail: (name: Names, error: string) => void,
): TracingSettings | undefined {
  const endpoint = read("OTEL_EXPORTER_OTLP_ENDPOINT");
  const headers = read("OTEL_EXPORTER_OTLP_HEADERS");
  const serviceName = read("OTEL_SERVICE_NAME") ?? brand.slug;
  const sampler = read("OTEL_TRACES_SAMPLER") ?? "always_on";
  const share = read("OTEL_TRACES_SAMPLER_ARG");
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search || url.hash) {
    fail("OTEL_EXPORTER_OTLP_ENDPOINT", "use an address like http://127.0.0.1:4318");
  }
  if (!samplers.some((one) => one === sampler)) {
    fail("OTEL_TRACES_SAMPLER", `use ${samplers.join(", ")}`);
  }
  const ratio = sampler === "traceidratio" ? Number(share ?? 1) : Number(sampler === "always_on");
  if (!(ratio >= 0 && ratio <= 1)) fail("OTEL_TRACES_SAMPLER_ARG", "use 0 to 1");
  const parsed = parseHeaders(headers ?? "");
  if (!parsed) fail("OTEL_EXPORTER_OTLP_HEADERS", "use name=value, separated by commas");
  return {
    url: `${endpoint}${endpoint.endsWith("/") ? "" : "/"}v1/traces`,
    headers: parsed ?? {},
    serviceName,
    ratio,
  };
}

/** The format of W3C Baggage: values are percent-encoded. */
function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const pair of text.split(",").map((one) => one.trim())) {
    if (pair === "") continue;
    const [, name, value = ""] = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)$/.exec(pair) ?? [];
    if (name === undefined) return undefined;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
    if (!/^[\x20-\x7e]*$/.test(headers[name])) return undefined;
  }
  return headers;
}
