import path from "node:path";
import { z } from "zod";

/** An unset variable and an empty one mean the same. */
const optional = z
  .string()
  .optional()
  .transform((value) => (value === "" ? undefined : value));

const onOff = (fallback: boolean) =>
  optional
    .refine((value) => value === undefined || value === "on" || value === "off", "use on or off")
    .transform((value) => (value === undefined ? fallback : value === "on"));

const settings = z.object({
  PORT: optional
    .transform((value) => Number(value ?? 3000))
    .refine((port) => Number.isInteger(port) && port >= 0 && port <= 65_535, "use 0 to 65535"),
  HOST: optional.transform((value) => value ?? "127.0.0.1"),
  PUBLIC_URL: optional.refine(
    (value) => value === undefined || /^https?:\/\/[^/?#]+$/.test(value),
    "use an address like https://www.example.com, without a path",
  ),
  DATA_DIR: optional.transform((value) => path.resolve(value ?? "data")),
  DATABASE_URL: optional.refine(
    (value) => value === undefined || /^postgres(ql)?:\/\//.test(value),
    "use an address like postgres://user:password@host/name",
  ),
  TRUST_PROXY: onOff(false),
  LOG_LEVEL: optional
    .transform((value) => value ?? "info")
    .pipe(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])),
  RATE_LIMITS: onOff(true),
  METRICS_TOKEN: optional,
});

/** The server's settings, read once at start. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The address people use, without a slash at the end; unset: the one the server listens on. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Believe `X-Forwarded-For` of the proxy in front. */
  readonly trustProxy: boolean;
  readonly logLevel: z.infer<typeof settings>["LOG_LEVEL"];
  /** Off only for load tests. */
  readonly rateLimits: boolean;
  /** Lets others than this computer read /metrics. */
  readonly metricsToken: string | undefined;
}

/** Every faulty setting at once, so that one start shows them all. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings from the environment; the only place that does.
 * @throws ConfigError that lists every fault
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const result = settings.safeParse(env);
  if (!result.success) {
    const faults = result.error.issues.map(
      (issue) => `  ${issue.path[0]?.toString()}: ${issue.message}`,
    );
    throw new ConfigError(`These settings cannot be used:\n${faults.join("\n")}`);
  }
  const { data } = result;
  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    trustProxy: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
    rateLimits: data.RATE_LIMITS,
    metricsToken: data.METRICS_TOKEN,
  });
}

/** The site's address without a slash at the end: the public one, or where the server listens. */
export function siteOrigin({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`;
}
